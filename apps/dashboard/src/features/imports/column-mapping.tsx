import { Select } from '../../components/controls/inputs.js';
import { titleOf, type Mapping } from './columns.js';
import type { Inspection } from './queries.js';
import { TEXTS } from './texts.js';

interface ColumnMappingProps {
  columns: Inspection['columns'];
  fields: Inspection['fields'];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

export function ColumnMapping({ columns, fields, mapping, onChange }: ColumnMappingProps) {
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
