import { classNames } from '../../../components/class-names.js';
import { formatNumber } from '../../../components/data/numbers.js';
import type { MatrixGroup } from '../../../api/resources/matrix.js';
import { TEXTS } from '../texts.js';

interface MatrixHeaderProps {
  groups: readonly MatrixGroup[];
  template: string;
  height: number;
  /** Selects a whole column. */
  onSelect: ((column: number) => void) | undefined;
}

export function MatrixHeader({ groups, template, height, onSelect }: MatrixHeaderProps) {
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
          className="sticky left-0 z-10 flex items-center bg-sunken px-3 font-medium text-muted"
        >
          {TEXTS.person}
        </div>
        {groups.map(({ id, name, memberCount }, index) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={index + 2}
            title={onSelect ? TEXTS.selectColumn(name) : name}
            {...(onSelect && { onClick: () => onSelect(index) })}
            className={classNames(
              'grid content-center justify-items-center border-l border-line px-1.5',
              onSelect && 'cursor-pointer hover:bg-hover',
            )}
          >
            <bdi className="line-clamp-2 max-w-full text-center text-xs font-medium break-words text-ink">
              {name}
            </bdi>
            {memberCount !== null && (
              <span className="text-2xs text-faint tabular-nums" aria-label={TEXTS.members(memberCount)}>
                {formatNumber(memberCount)}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
