import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SearchInput } from '../../components/controls/inputs.js';
import { buttonClass } from '../../components/controls/button.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Page } from '../../components/layout/page.js';
import { Logo } from '../../components/layout/logo.js';
import { documentQuery, operationsOf } from './document.js';
import { OperationView } from './operation-view.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/docs');

/** Section by section, rendered from the OpenAPI document. */
export function ReferencePage() {
  const { tag } = route.useSearch();
  const { data: document, error, refetch } = useQuery(documentQuery);
  const [text, setText] = useState('');
  const operations = document ? operationsOf(document) : [];
  const current = document?.tags.find(({ name }) => name === tag) ?? document?.tags[0];
  const wanted = text.trim().toLowerCase();
  const shown = operations.filter(({ tags, path, method, summary }) =>
    wanted
      ? `${method} ${path} ${summary}`.toLowerCase().includes(wanted)
      : tags.includes(current?.name ?? ''),
  );
  const source = (
    <a href="/openapi.json" className={buttonClass()}>
      {TEXTS.document}
    </a>
  );
  return (
    <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <header className="border-line bg-sunken md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r">
        <div className="flex items-center justify-between gap-2 p-4">
          <Logo />
          <Link to="/" className={buttonClass('secondary', true)}>
            {TEXTS.toDashboard}
          </Link>
        </div>
        <nav aria-label={TEXTS.sections} className="px-3 pb-4">
          <ul className="grid gap-0.5 max-md:flex max-md:overflow-x-auto max-md:p-1">
            {document?.tags.map(({ name }) => (
              <li key={name}>
                <Link
                  to="/docs"
                  search={{ tag: name }}
                  onClick={() => setText('')}
                  aria-current={!wanted && name === current?.name ? 'page' : undefined}
                  className="flex min-h-7 items-center rounded-md px-2 text-sm whitespace-nowrap text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:shadow-sm"
                >
                  {inWords(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main aria-labelledby="page-title">
        <Page title={TEXTS.title} subtitle={TEXTS.subtitle} actions={source}>
          <SearchInput label={TEXTS.filter} value={text} onText={setText} />
          {error && <Problem error={error} retry={() => void refetch()} />}
          {!document && !error && <SkeletonRows label={TEXTS.loading} />}
          {!wanted && current && (
            <div>
              <h2 className="text-base font-semibold">{inWords(current.name)}</h2>
              <p className="text-sm text-muted">{current.description}</p>
            </div>
          )}
          {document && shown.length === 0 && <p className="text-sm text-muted">{TEXTS.noRoute}</p>}
          <div className="grid gap-3">
            {shown.map((operation) => (
              <OperationView
                key={`${operation.method} ${operation.path}`}
                operation={operation}
                schemas={document?.components.schemas ?? {}}
              />
            ))}
          </div>
        </Page>
      </main>
    </div>
  );
}

/** "ServiceGroups" becomes "Service groups". */
function inWords(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.replace(/\bapi\b/i, 'API').replace('Scim', 'SCIM');
}
