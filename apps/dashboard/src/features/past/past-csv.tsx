import { Download } from 'lucide-react';
import type { Moment } from '../../api/moment.js';
import { buttonClass } from '../../components/controls/button.js';
import type { ChangedOf } from './queries.js';
import { TEXTS } from './texts.js';

interface PastCsvProps {
  accountId: string;
  part: 'users' | 'service-groups' | 'memberships';
  of?: ChangedOf;
  moment: Moment;
}

/** Downloads a list as it was. */
export function PastCsv({ accountId, part, of, moment }: PastCsvProps) {
  const query = new URLSearchParams({ format: 'csv', asOf: moment.asOf, ...of });
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
