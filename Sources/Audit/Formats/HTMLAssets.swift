/// The style sheet and the script of HTML pages. Both are embedded in the page, whose content security policy permits
/// no other source.
enum HTMLAssets {
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    static let style = """
        :root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --line: #d2d2d7; --soft: #6e6e73;
          --band: #f5f5f7; --good: #1a7f37; --bad: #c0151b; --caution: #8a5a00; }
        @media (prefers-color-scheme: dark) { :root { --ink: #f5f5f7; --paper: #161618; --line: #3a3a3c;
          --soft: #a1a1a6; --band: #232326; --good: #4cc366; --bad: #ff6b6b; --caution: #f0b429; } }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 -apple-system, system-ui, "Segoe UI", Roboto, sans-serif; }
        main { max-width: 80rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 1rem; }
        h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
        p, li { max-width: 50rem; overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-size: .9rem; }
        th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
        th { background: var(--band); }
        .short { white-space: nowrap; } .long { overflow-wrap: anywhere; }
        th button { all: unset; cursor: pointer; }
        th button:focus-visible { outline: 2px solid; outline-offset: 2px; }
        th[aria-sort=ascending] button::after { content: " \\2191"; }
        th[aria-sort=descending] button::after { content: " \\2193"; }
        td[data-order] { font-variant-numeric: tabular-nums; }
        pre { background: var(--band); padding: .8rem; overflow-x: auto; font-size: .85rem; }
        input[type=search] { font: inherit; padding: .3rem .6rem; width: 100%; max-width: 24rem;
          border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: inherit; }
        .good { color: var(--good); } .bad { color: var(--bad); }
        .caution { color: var(--caution); } .muted { color: var(--soft); }
        @media screen and (max-width: 64rem) {
          thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          table, tbody, tr, td { display: block; width: 100%; }
          tr { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 .8rem; padding: .3rem 0; }
          td { border: 0; padding: .2rem .7rem; display: grid; grid-template-columns: 7rem 1fr; gap: .6rem; }
          td span { overflow-wrap: anywhere; }
          td, .short { white-space: normal; }
          td::before { content: attr(data-label); color: var(--soft); }
        }
        @media print {
          :root { --ink: #000; --paper: #fff; --line: #999; --soft: #444; --band: #eee; }
          body { font-size: 10pt; } input[type=search] { display: none; }
          main { max-width: none; padding: 0; } table { font-size: 8pt; } th, td { padding: .25rem .35rem; }
          .short { white-space: normal; } .tiny { white-space: nowrap; }
          /* A browser repeats the headings on each page, but paints no button in them. */
          th button { display: none; } th[data-label]::before { content: attr(data-label); }
          tr, pre { break-inside: avoid; } h2 { break-after: avoid; } thead { display: table-header-group; }
        }
        """

    /// Sorts a table by a click on a heading, and adds a filter to tables of more than ten rows.
    static let script = """
        for (const table of document.querySelectorAll('table')) {
          const body = table.tBodies[0];
          const headings = [...table.tHead.rows[0].cells];
          headings.forEach((heading, column) => {
            const button = document.createElement('button');
            button.textContent = heading.dataset.label = heading.textContent;
            heading.replaceChildren(button);
            button.addEventListener('click', () => {
              const ascending = heading.getAttribute('aria-sort') !== 'ascending';
              headings.forEach(other => other.removeAttribute('aria-sort'));
              heading.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
              const value = row => row.cells[column].dataset.order ?? row.cells[column].textContent;
              const compare = (a, b) => value(a).localeCompare(value(b), 'en', { numeric: true });
              body.append(...[...body.rows].sort((a, b) => ascending ? compare(a, b) : compare(b, a)));
            });
          });
          if (body.rows.length > 10) {
            const filter = document.createElement('input');
            filter.type = 'search';
            filter.placeholder = 'Filter';
            filter.setAttribute('aria-label', 'Filter the table');
            filter.addEventListener('input', () => {
              const words = filter.value.toLowerCase();
              for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(words);
            });
            table.before(filter);
          }
        }
        """
}
