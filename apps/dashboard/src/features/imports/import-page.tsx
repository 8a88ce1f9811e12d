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
import { missingFields, type Kind, type Mapping } from './columns.js';
import { FileDrop } from './file-drop.js';
import { ImportResult } from './import-result.js';
import { importQuery, inspectFile, startImport, type Import, type ImportOrder } from './queries.js';
import { TEXTS } from './texts.js';
import { IMPORT_PAGE } from './page-facts.js';

const route = getRouteApi('/signed-in/a/$account/import');

export function ImportPage() {
  const { account: accountId } = route.useParams();
  const { check: checkId = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [kind, setKind] = useState<Kind>('users');
  const [file, setFile] = useState<File>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const inspect = useMutation({
    mutationFn: (asked: { kind: Kind; file: File }) => inspectFile(accountId, asked.kind, asked.file),
    onSuccess: ({ columns }) => setMapping(columns.map(({ field }) => field)),
  });
  // Two mutations, and the check in the address: a recent sign-in that the import needs takes nothing away.
  const check = useMutation({
    mutationFn: (order: ImportOrder) => startImport(order, true),
    onSuccess: ({ id }) => navigate({ search: { check: id }, replace: true }),
  });
  const run = useMutation({ mutationFn: (order: ImportOrder) => startImport(order, false) });
  const checked = useQuery({ ...importQuery(accountId, checkId), enabled: checkId !== '' });

  function take(next: File | undefined, as: Kind) {
    setFile(next);
    setKind(as);
    restart();
    inspect.reset();
    if (next) inspect.mutate({ kind: as, file: next });
  }

  function restart() {
    check.reset();
    run.reset();
    void navigate({ search: {}, replace: true });
  }

  const started = run.data ?? checked.data;
  const isOpen = !checked.error && checked.data?.status !== 'cancelled';
  const { columns, fields = [] } = inspect.data ?? {};
  return (
    <Page title={IMPORT_PAGE.title} subtitle={TEXTS.subtitle}>
      <Card>
        <div className="grid gap-4">
          <label className="flex flex-wrap items-center gap-3 text-sm font-medium">
            {TEXTS.kind}
            <Select value={kind} onChange={({ target }) => take(file, target.value as Kind)}>
              {Object.entries(TEXTS.kinds).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </Select>
          </label>
          {!columns && <FileDrop onFile={(next) => take(next, kind)} />}
        </div>
      </Card>
      {[inspect.error, check.error, run.error, checked.error].map(
        (error, index) => error && <Problem key={index} error={error} />,
      )}
      {file && columns && !run.data && (
        <Card flush title={TEXTS.columns} description={TEXTS.columnsHint}>
          <ColumnMapping
            columns={columns}
            fields={fields}
            mapping={mapping}
            onChange={(next) => {
              setMapping(next);
              restart();
            }}
          />
          <ImportSteps
            missing={missingFields(fields, mapping)}
            isEmpty={inspect.data?.rows === 0}
            checkedRows={checked.data?.status === 'done' ? checked.data.rows : undefined}
            isChecking={check.isPending || (checkId !== '' && isOpen)}
            isRunning={run.isPending}
            onOther={() => take(undefined, kind)}
            onCheck={() => check.mutate({ accountId, kind, file, mapping })}
            onRun={() => run.mutate({ accountId, kind, file, mapping })}
          />
        </Card>
      )}
      {started && <ImportResult key={started.id} started={started} />}
      {run.data && <Done started={run.data} onAgain={() => take(undefined, kind)} />}
    </Page>
  );
}

interface ImportStepsProps {
  missing: readonly string[];
  isEmpty: boolean;
  /** Unknown until the check is done. */
  checkedRows: number | undefined;
  isChecking: boolean;
  isRunning: boolean;
  onOther: () => void;
  onCheck: () => void;
  onRun: () => void;
}

function ImportSteps(props: ImportStepsProps) {
  const { missing, isEmpty, checkedRows, isChecking, isRunning, onOther, onCheck, onRun } = props;
  const why = isEmpty ? TEXTS.noRows : missing.length > 0 && TEXTS.missing(missing);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
      {why && <p className="mr-auto text-sm text-warn">{why}</p>}
      <Button onClick={onOther}>{TEXTS.other}</Button>
      {checkedRows === undefined ? (
        <Button kind="primary" blocked={why} busy={isChecking} onClick={onCheck}>
          {TEXTS.check}
        </Button>
      ) : (
        <Button kind="primary" busy={isRunning} onClick={onRun}>
          {TEXTS.run(checkedRows)}
        </Button>
      )}
    </div>
  );
}

function Done({ started, onAgain }: { started: Import; onAgain: () => void }) {
  const { data } = useQuery(importQuery(started.accountId, started.id));
  return (
    <Banner
      action={
        <Button small onClick={onAgain}>
          {TEXTS.again}
        </Button>
      }
    >
      {data?.status === 'done' ? TEXTS.didTitle : TEXTS.running}
    </Banner>
  );
}
