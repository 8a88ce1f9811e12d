import { Button } from '../../../components/controls/button.js';
import { Select } from '../../../components/controls/inputs.js';
import { type Mapping, missingFields, titleOf } from '../columns.js';
import type { Inspection } from '../queries.js';
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

interface ColumnMappingProps {
  columns: Inspection['columns'];
  fields: Inspection['fields'];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

function ColumnMapping({ columns, fields, mapping, onChange }: ColumnMappingProps) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={TEXTS.columns}>
      <table className="w-full text-left text-sm">
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            <th className="h-9 px-4 font-medium">{TEXTS.yours}</th>
            <th className="px-4 font-medium max-sm:hidden">{TEXTS.example}</th>
            <th className="px-4 font-medium">{TEXTS.ours}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name: title, samples }, index) => (
            <tr key={index} className="border-t border-line">
              <th scope="row" className="h-12 max-w-48 truncate px-4 font-medium">
                <bdi>{title || TEXTS.unnamed(index + 1)}</bdi>
              </th>
              <td className="max-w-56 truncate px-4 text-muted max-sm:hidden">
                <bdi>{samples[0]}</bdi>
              </td>
              <td className="px-4">
                <Select
                  aria-label={title || TEXTS.unnamed(index + 1)}
                  options={Object.fromEntries(fields.map(({ name }) => [name, titleOf(name)]))}
                  value={mapping[index] ?? ''}
                  onChoose={(field) =>
                    onChange(
                      mapping.map((name, at) => {
                        if (at === index) return field || null;
                        // Each target column is used once.
                        return name === field ? null : name;
                      }),
                    )
                  }
                >
                  <option value="">{TEXTS.ignore}</option>
                </Select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
