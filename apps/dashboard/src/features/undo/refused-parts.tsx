import { Time } from '../../components/data/time.js';
import { Banner } from '../../components/feedback/banner.js';
import type { RefusedPart } from './queries.js';
import { TEXTS } from './texts.js';

interface RefusedPartsProps {
  title: string;
  /** The first of them. */
  parts: readonly RefusedPart[];
  count: number;
}

/** What stays as it is, and why. */
export function RefusedParts({ title, parts, count }: RefusedPartsProps) {
  return (
    <Banner tone="bad" title={title}>
      <ul className="grid max-h-60 gap-1 overflow-y-auto" tabIndex={0} aria-label={title}>
        {parts.map(({ name, ...why }, index) => (
          <li key={index} className="break-words">
            {name && (
              <>
                <bdi className="font-medium">{name}</bdi>:{' '}
              </>
            )}
            <Reason {...why} />
          </li>
        ))}
        {count > parts.length && <li className="text-muted">{TEXTS.moreRefused(count - parts.length)}</li>}
      </ul>
    </Banner>
  );
}

const AT = / at (\d{4}-\S+Z)\.$/;

/** In words, where the API names an event. */
function Reason({ code, detail }: Omit<RefusedPart, 'name'>) {
  const [, at] = (code === 'change_superseded' && AT.exec(detail)) || [];
  if (!at) return detail;
  return (
    <>
      {TEXTS.superseded} <Time at={at} />.
    </>
  );
}
