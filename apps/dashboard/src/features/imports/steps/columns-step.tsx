import { Button } from '../../../components/controls/button.js';
import { ColumnMapping } from '../column-mapping.js';
import { missingFields } from '../columns.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';
import { StepCard } from './step-card.js';

export function ColumnsStep({ flow }: { flow: ImportFlow }) {
  const { draft, goTo, map, startCheck } = flow;
  const { facts, mapping, fileName } = draft;
  if (!facts) return null;
  const { columns, fields, rows, total } = facts;
  const missing = missingFields(fields, mapping);
  const why = rows === 0 ? TEXTS.noRows : missing.length > 0 && TEXTS.missing(missing);
  return (
    <StepCard
      flow={flow}
      flush
      title={TEXTS.columnsTitle}
      description={
        <>
          <bdi className="break-words">{fileName}</bdi> · {TEXTS.ofFile(total, rows)}
        </>
      }
      footer={
        <>
          <span className="mr-auto">
            <Button onClick={() => goTo({})}>{TEXTS.back}</Button>
          </span>
          {why && <p className="text-sm text-warn">{why}</p>}
          <Button kind="primary" blocked={why} onClick={startCheck}>
            {TEXTS.check}
          </Button>
        </>
      }
    >
      <ColumnMapping columns={columns} fields={fields} mapping={mapping} onChange={map} />
    </StepCard>
  );
}
