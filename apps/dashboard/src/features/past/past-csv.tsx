import { Download } from 'lucide-react';
import type { Moment } from '../../api/moment.js';
import { asListedThen, type UserFilter } from '../../api/resources/users.js';
import { buttonClass } from '../../components/controls/button.js';
import type { ChangedOf } from './queries.js';
import { TEXTS } from './texts.js';

interface PastCsvProps {
  accountId: string;
  part: 'users' | 'service-groups' | 'memberships';
  of?: ChangedOf;
  /** What the list is narrowed by. */
  filter?: UserFilter;
  moment: Moment;
}

/** Downloads a list as it was, and as far as it is shown. */
export function PastCsv({ accountId, part, of, filter = {}, moment }: PastCsvProps) {
  const query = new URLSearchParams({ format: 'csv', ...of, ...asListedThen(filter, moment) } as Record<
    string,
    string
  >);
  return (
    <a
      href={`/v1/accounts/${accountId}/export/${part}?${query.toString()}`}
      download={`${part}-${moment.asOf.slice(0, 16).replace(':', '')}Z.csv`}
      className={buttonClass()}
    >
      <Download aria-hidden className="size-4 text-muted" /> {TEXTS.csv}
    </a>
  );
}
