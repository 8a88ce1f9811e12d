import { formatNumber } from '../../../components/data/numbers.js';
import type { MatrixGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

interface MatrixHeaderProps {
  groups: readonly MatrixGroup[];
  template: string;
  height: number;
}

export function MatrixHeader({ groups, template, height }: MatrixHeaderProps) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line bg-sunken text-xs"
        style={{ gridTemplateColumns: template, height }}
      >
        <div
          role="columnheader"
          aria-colindex={1}
          className="sticky left-0 z-10 flex items-center bg-sunken px-4 font-medium text-muted"
        >
          {TEXTS.person}
        </div>
        {groups.map(({ id, name, memberCount }, index) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={index + 2}
            title={name}
            className="grid content-center justify-items-center gap-0.5 border-l border-line px-2"
          >
            <bdi className="max-w-full truncate text-sm font-medium text-ink">{name}</bdi>
            <span className="text-2xs text-faint tabular-nums" aria-label={TEXTS.members(memberCount)}>
              {formatNumber(memberCount)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
