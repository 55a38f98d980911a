/// The script of HTML pages and their content security policy, which permits no source but the page itself.
enum HTMLAssets {
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
