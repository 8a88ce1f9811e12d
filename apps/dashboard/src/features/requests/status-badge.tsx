import { Badge, type Tone } from '../../components/feedback/badge.js';
import type { Status } from './queries.js';
import { TEXTS } from './texts.js';

const TONES: Readonly<Record<Status, Tone>> = {
  requested: 'accent',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  lapsed: 'warn',
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{TEXTS.statuses[status]}</Badge>;
}
