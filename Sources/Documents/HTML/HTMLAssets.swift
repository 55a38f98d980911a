/// The script of the HTML pages and their content security policy, which permits nothing from outside the page.
enum HTMLAssets {
    /// The value of the header field `Content-Security-Policy`, for a `meta` element.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// Sorts a table by a click on a heading, and adds a filter to tables of more than ten rows.
    static let script = """
        for (const table of document.querySelectorAll('table:not(.plot)')) {
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

/// The style sheet of HTML pages. Colour means severity, and nothing else.
enum HTMLStyle {
    static let text = [colours, base, summary, details, narrow, paper].joined(separator: "\n")

    private static let colours = """
        :root { color-scheme: light dark; --ink: #1b1c1e; --soft: #5c6066; --paper: #fff; --band: #f4f5f6; --line: #d9dbde;
          --mark: #8b9097; --good: #17682f; --bad: #b3161c; --caution: #7d5200;
          --good-band: #edf6ef; --bad-band: #fcefef; --caution-band: #fbf4e4; }
        @media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --soft: #a3a8af; --paper: #151618; --band: #1f2123;
          --line: #383b3f; --mark: #7b8087; --good: #63c47e; --bad: #ff7b78; --caution: #e8b54b;
          --good-band: #17261b; --bad-band: #2d1a1b; --caution-band: #2a2315; } }
        .good { --tone: var(--good); } .bad { --tone: var(--bad); } .caution { --tone: var(--caution); }
        .muted { --tone: var(--soft); }
        p.good, p.bad, p.caution, p.muted, td.good, td.bad, td.caution, td.muted { color: var(--tone); }
        """

    private static let base = """
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 -apple-system, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 2rem 4rem; }
        h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0 0 1rem; }
        h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.75rem 0 .9rem; }
        h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
        p { margin: .5rem 0; } p, li { max-width: 46rem; overflow-wrap: break-word; }
        ul { padding-left: 1.2rem; } li { margin: .3rem 0; }
        a { color: inherit; text-underline-offset: .15em; }
        a:focus-visible, summary:focus-visible, th button:focus-visible { outline: 2px solid; outline-offset: 2px; }
        table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.25rem; font-size: .875rem; }
        th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0;
          border-bottom: 1px solid var(--line); }
        th { color: var(--soft); font-weight: 600; } tbody tr:last-child td { border-bottom: 0; }
        .short { white-space: nowrap; } .long { overflow-wrap: break-word; }
        th button { all: unset; cursor: pointer; }
        th[aria-sort=ascending] button::after { content: " \\2191"; }
        th[aria-sort=descending] button::after { content: " \\2193"; }
        td[data-order], .plot td { font-variant-numeric: tabular-nums; }
        td[data-order], th.number { text-align: right; padding-right: 1.5rem; }
        :is(td, th):last-child { padding-right: 0; }
        pre { background: var(--band); padding: .8rem 1rem; overflow-x: auto; font-size: .85rem; border-radius: .4rem; }
        input[type=search] { font: inherit; font-size: .875rem; padding: .35rem .7rem; width: 100%; max-width: 20rem;
          border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: inherit; }
        """

    private static let summary = """
        .headline { border-left: .4rem solid var(--tone, var(--mark)); padding: 1.1rem 1.4rem; border-radius: .3rem;
          background: var(--band); }
        .headline.good { background: var(--good-band); } .headline.bad { background: var(--bad-band); }
        .headline.caution { background: var(--caution-band); }
        .headline p { margin: 0; font-size: 1.05rem; }
        .headline .state { font-size: 2rem; line-height: 1.2; font-weight: 700; letter-spacing: -.01em;
          color: var(--tone, inherit); margin-bottom: .3rem; }
        nav { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; margin: 1.1rem 0; font-size: .875rem; }
        nav a { color: var(--soft); }
        .figures { list-style: none; padding: 0; margin: 1.5rem 0; display: grid; gap: 1rem 1.5rem;
          grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
        .figures li { border-top: 2px solid var(--line); padding-top: .6rem; margin: 0; }
        .figures b { display: block; font-size: 1.6rem; line-height: 1.15; font-weight: 650; color: var(--tone, inherit);
          font-variant-numeric: tabular-nums; }
        .figures span { color: var(--soft); font-size: .875rem; }
        .steps { list-style: none; counter-reset: step; padding: 0; margin: 0; display: grid; gap: 0 2.5rem;
          grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
        .steps li { counter-increment: step; position: relative; padding: .9rem 0 .9rem 2.4rem; margin: 0;
          border-top: 1px solid var(--line); max-width: none; }
        .steps li::before { content: counter(step); position: absolute; left: 0; top: .9rem; width: 1.55rem;
          height: 1.55rem; line-height: 1.45rem; text-align: center; font-size: .8rem; font-weight: 650;
          border-radius: 50%; border: 1px solid var(--tone, var(--mark)); color: var(--tone, inherit); }
        .steps h3 { margin: 0; } .steps p { margin: .15rem 0 0; color: var(--soft); font-size: .875rem; }
        .steps .action { color: var(--ink); font-size: 1rem; }
        .plots { display: grid; gap: 2rem 2.5rem; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
        figure { margin: 0; min-width: 0; } figcaption { font-size: .875rem; font-weight: 600; margin-bottom: .5rem; }
        figure svg { display: block; width: 100%; fill: var(--mark); }
        rect.bad { fill: var(--bad); } rect.caution { fill: var(--caution); } rect.good { fill: var(--good); }
        .columns svg { height: 5.5rem; border-bottom: 1px solid var(--mark); }
        .most, .ends { font-size: .78rem; color: var(--soft); font-variant-numeric: tabular-nums; }
        .most { border-bottom: 1px dotted var(--line); margin-bottom: .1rem; }
        .ends { display: flex; justify-content: space-between; padding-top: .25rem; }
        .plot { margin: 0; font-size: .8125rem; } .plot th, .plot td { border: 0; padding: .16rem 0; vertical-align: middle; }
        .plot th { font-weight: 400; color: inherit; white-space: nowrap; padding-right: .75rem; width: 1%; }
        .plot td:last-child { width: 1%; text-align: right; padding-left: .75rem; white-space: nowrap; }
        .plot svg { height: .8rem; }
        """

    private static let details = """
        hr.details { border: 0; border-top: 1px solid var(--line); margin: 3rem 0 0; }
        details { border-top: 1px solid var(--line); } details:last-of-type { border-bottom: 1px solid var(--line); }
        summary { cursor: pointer; padding: .6rem 0; overflow-wrap: break-word; }
        summary:hover b { text-decoration: underline; text-underline-offset: .15em; }
        summary .subtitle, summary .extent { color: var(--soft); font-size: .875rem; }
        summary .subtitle, summary .extent { white-space: nowrap; }
        summary .extent::before { content: "\\b7  "; }
        .tag { display: inline-block; font-size: .72rem; line-height: 1.5; font-weight: 650; padding: 0 .45rem;
          border: 1px solid var(--tone, var(--mark)); border-radius: .25rem; color: var(--tone, var(--soft)); }
        details > div { padding: 0 0 1rem 1.15rem; }
        dl { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: .3rem 1.25rem; margin: .5rem 0;
          font-size: .9rem; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: break-word; max-width: 46rem; }
        """

    private static let narrow = """
        @media screen and (max-width: 46rem) {
          main { padding: 1.1rem 1rem 3rem; }
          .headline { padding: .9rem 1rem; } .headline .state { font-size: 1.6rem; }
          .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .55rem; }
          details > div { padding-left: 0; }
          table:not(.plot) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          table:not(.plot), table:not(.plot) :is(tbody, tr, td) { display: block; width: 100%; }
          table:not(.plot) tr { border-top: 1px solid var(--line); padding: .5rem 0; }
          table:not(.plot) td { border: 0; padding: .12rem 0; display: grid; gap: .75rem; white-space: normal;
            grid-template-columns: 8.5rem minmax(0, 1fr); text-align: left; }
          td span { overflow-wrap: break-word; }
          table:not(.plot) td::before { content: attr(data-label); color: var(--soft); }
          table:not(.plot) td:first-child { font-weight: 600; }
          table:not(.plot) td:first-child::before { font-weight: 400; }
          .plot th { white-space: normal; width: 42%; }
        }
        """

    /// On paper, findings are unfolded, because nobody can unfold them there. Long tables and lists stay folded.
    private static let paper = """
        @page { margin: 15mm 14mm; }
        @media print {
          :root { --ink: #000; --paper: #fff; --soft: #444; --line: #bbb; --band: #f2f2f2; --mark: #888; --good: #17682f;
            --bad: #b3161c; --caution: #7d5200; --good-band: #edf6ef; --bad-band: #fcefef; --caution-band: #fbf4e4; }
          * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
          html { font-size: 11px; } body { font-size: 9pt; line-height: 1.35; }
          main { max-width: none; padding: 0; } nav, input[type=search] { display: none; }
          h2 { margin: 1.3rem 0 .5rem; } .columns svg { height: 4rem; } .steps li { padding: .55rem 0 .55rem 2.4rem; }
          .steps li::before { top: .55rem; } p, li, dd { max-width: none; } h3 { margin-top: 1rem; }
          .figures { display: flex; margin: 1rem 0; gap: 1rem; } .figures li { flex: 1; }
          .steps { display: block; columns: 2; column-gap: 2rem; }
          .steps li, tr, pre, figure, .headline { break-inside: avoid; } h2, h3, summary { break-after: avoid; }
          .plots { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.2rem 2rem; }
          hr.details { break-after: page; border: 0; margin: 0; }
          details:has(> summary > .tag)::details-content { content-visibility: visible; display: block; }
          details:has(> summary > .tag) > summary { list-style: none; }
          details:has(> summary > .tag) > summary::-webkit-details-marker { display: none; }
          details > div { padding-left: 0; } thead { display: table-header-group; }
          table { font-size: 8pt; } th, td { padding: .25rem .5rem .25rem 0; }
          td[data-order], th.number { padding-right: 1rem; }
          .short { white-space: normal; } .tiny, td:first-child.short { white-space: nowrap; }
          /* A browser repeats the headings on each page, but paints no button in them. */
          th button { display: none; } th[data-label]::before { content: attr(data-label); }
        }
        """
}
