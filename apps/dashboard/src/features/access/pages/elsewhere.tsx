import { Link } from '@tanstack/react-router';
import type { Moment } from '../../../api/moment.js';
import { buttonClass } from '../../../components/controls/button.js';
import { useMay } from '../../../session/session.js';
import { ENDING_PAGE } from '../../pages.js';
import { PastCsv } from '../../past/past-csv.js';
import type { MatrixFilter } from '../queries.js';
import { TEXTS } from '../texts.js';

/** On paper: how many are not loaded, and so not on it. */
export function NotPrinted({ shown, of = shown }: { shown: number; of: number | undefined }) {
  return shown < of && <p className="hidden text-sm print:block">{TEXTS.printed(shown, of)}</p>;
}

interface ElsewhereProps {
  filter: MatrixFilter;
  account: string;
  moment: Moment | undefined;
}

/** What else there is of it: now what ends soon, in the past a file. */
export function Elsewhere({ account, filter, moment }: ElsewhereProps) {
  const may = useMay(account);
  if (moment) return <PastCsv accountId={account} part="memberships" filter={filter} moment={moment} />;
  if (!may(ENDING_PAGE.permission)) return null;
  return (
    <Link to={ENDING_PAGE.to} params={{ account }} className={buttonClass('quiet')}>
      <ENDING_PAGE.icon aria-hidden className="size-4" /> {ENDING_PAGE.title}
    </Link>
  );
}
