import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.js';
import { Select } from '../../components/controls/inputs.js';
import { Banner } from '../../components/feedback/banner.js';
import { Problem } from '../../components/feedback/problem.js';
import { Card } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { ColumnMapping } from './column-mapping.js';
import { guessMapping, mapRows, missingColumns, type Kind, type Mapping } from './columns.js';
import { formatCsv, parseCsv } from './csv.js';
import { FileDrop } from './file-drop.js';
import { ImportResult } from './import-result.js';
import { importQuery, startImport } from './queries.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/import');

export function ImportPage() {
  const { account } = route.useParams();
  const [kind, setKind] = useState<Kind>('users');
  const [rows, setRows] = useState<string[][]>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const start = useMutation({
    mutationFn: (dryRun: boolean) =>
      startImport(account, kind, formatCsv(mapRows(rows ?? [], mapping)), dryRun),
  });
  const started = start.data;
  const watched = useQuery({
    ...importQuery(account, started?.id ?? ''),
    enabled: started !== undefined,
  });
  const [header = [], example = []] = rows ?? [];
  const count = Math.max(0, (rows?.length ?? 0) - 1);
  const missing = missingColumns(kind, mapping);
  const isChecked = started?.dryRun === true && watched.data?.status === 'done';

  function take(next: string[][], as: Kind) {
    setRows(next);
    setMapping(guessMapping(as, next[0] ?? []));
    start.reset();
  }

  return (
    <Page title={TEXTS.title} subtitle={TEXTS.subtitle}>
      <Card>
        <div className="grid gap-4">
          <label className="flex flex-wrap items-center gap-3 text-sm font-medium">
            {TEXTS.kind}
            <Select
              value={kind}
              onChange={({ target }) => {
                const next = target.value as Kind;
                setKind(next);
                if (rows) take(rows, next);
              }}
            >
              {Object.entries(TEXTS.kinds).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </Select>
          </label>
          {!rows && (
            <FileDrop onFile={(file) => void file.text().then((text) => take(parseCsv(text), kind))} />
          )}
        </div>
      </Card>
      {start.error && <Problem error={start.error} />}
      {rows && !(started && !started.dryRun) && (
        <Card flush title={TEXTS.columns} description={`${TEXTS.rows(count)}. ${TEXTS.columnsHint}`}>
          <ColumnMapping
            kind={kind}
            header={header}
            example={example}
            mapping={mapping}
            onChange={(next) => {
              setMapping(next);
              start.reset();
            }}
          />
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
            {(missing.length > 0 || count === 0) && (
              <p className="mr-auto text-sm text-warn">
                {count === 0 ? TEXTS.noRows : TEXTS.missing(missing)}
              </p>
            )}
            <Button onClick={() => setRows(undefined)}>{TEXTS.other}</Button>
            {isChecked ? (
              <Button kind="primary" busy={start.isPending} onClick={() => start.mutate(false)}>
                {TEXTS.run(count)}
              </Button>
            ) : (
              <Button
                kind="primary"
                disabled={missing.length > 0 || count === 0}
                busy={start.isPending || started !== undefined}
                onClick={() => start.mutate(true)}
              >
                {TEXTS.check}
              </Button>
            )}
          </div>
        </Card>
      )}
      {started && <ImportResult key={started.id} started={started} />}
      {started && !started.dryRun && (
        <Banner
          action={
            <Button
              small
              onClick={() => {
                setRows(undefined);
                start.reset();
              }}
            >
              {TEXTS.again}
            </Button>
          }
        >
          {watched.data?.status === 'done' ? TEXTS.didTitle : TEXTS.running}
        </Banner>
      )}
    </Page>
  );
}
