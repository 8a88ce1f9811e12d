import { Inbox } from 'lucide-react';
import { Button } from '../../../components/controls/button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { Card } from '../../../components/layout/card.js';
import { History } from '../../activity/history.js';
import { accountEventsQuery, accountEventsRead } from '../../activity/queries.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { Copyable } from '../copyable.js';
import { asGroups, patternOf } from './pattern.js';
import { TEXTS } from './texts.js';

interface FilterProps {
  accountId: string;
  chosen: readonly string[];
  /** All types that there are. */
  known: readonly string[];
  onClear: () => void;
}

const LATEST = 5;

/** What is ticked, as a subscriber states it, and what it takes of what has happened lately. */
export function Filter({ accountId, chosen, known, onClear }: FilterProps) {
  const groups = asGroups(chosen, known);
  const type = chosen.join(',');
  const filter = type ? { type } : {};
  const tail = `rollbook events tail --account ${accountId}${type && ` --type ${chosen.join(' ')}`}`;
  return (
    <>
      <Card
        title={TEXTS.filter}
        description={chosen.length === 0 ? TEXTS.everything : TEXTS.chosen(chosen.length)}
        actions={
          chosen.length > 0 && (
            <Button small onClick={onClear}>
              {TEXTS.clear}
            </Button>
          )
        }
      >
        <div className="grid gap-4">
          <Copyable label={TEXTS.pattern} text={JSON.stringify(patternOf(accountId, groups), null, 2)} />
          <Copyable label={TEXTS.webhook} text={JSON.stringify(groups)} />
          <Copyable label={TEXTS.tail} text={tail} />
        </div>
      </Card>
      <History
        query={accountEventsQuery(accountId, filter, LATEST)}
        title={TEXTS.latest}
        actions={<CopyAs calls={[accountEventsRead(accountId, filter, LATEST)]} of={TEXTS.readLatest} />}
        only={LATEST}
        empty={<EmptyState icon={Inbox} title={TEXTS.noneYet} />}
      />
    </>
  );
}
