import { useActorNames } from '../../api/resources/actors.js';
import { classNames } from '../../components/class-names.js';
import { RefusedParts } from './refused-parts.js';
import type { TriedUndo } from './queries.js';
import { TEXTS } from './texts.js';
import { willDo } from './will-do.js';

/** What undoing a change would do, according to the API's dry run. */
export function UndoPreview({ accountId, tried }: { accountId: string; tried: TriedUndo }) {
  return (
    <>
      {'rows' in tried ? (
        <OneAtATime accountId={accountId} tried={tried} />
      ) : (
        <>
          <p>{TEXTS.would(tried.events.length)}</p>
          <Events accountId={accountId} events={tried.events} />
        </>
      )}
      <p className="text-muted">{TEXTS.again}</p>
    </>
  );
}

interface OneAtATimeProps {
  accountId: string;
  tried: Extract<TriedUndo, { rows: number }>;
}

function OneAtATime({ accountId, tried }: OneAtATimeProps) {
  const { rows, tried: looked, done, refused, samples, events } = tried;
  const refusals = samples.filter(({ outcome }) => outcome === 'refused');
  return (
    <>
      <p>{TEXTS.byJob(rows)}</p>
      <p>
        {TEXTS.wouldParts(done)}
        {looked < rows && ` ${TEXTS.triedOnly(looked)}`}
      </p>
      {events.length > 0 && <Events isShort {...{ accountId, events }} />}
      {refused > 0 && (
        <RefusedParts
          title={TEXTS.wouldBeRefused(refused)}
          count={refused}
          parts={refusals.map(({ name, userId, serviceGroupId, problem }) => ({
            name: name ?? userId ?? serviceGroupId ?? undefined,
            code: problem?.code ?? '',
            detail: problem?.detail ?? '',
          }))}
        />
      )}
    </>
  );
}

interface EventsProps {
  accountId: string;
  events: TriedUndo['events'];
  isShort?: boolean;
}

function Events({ accountId, events, isShort }: EventsProps) {
  const nameOf = useActorNames(accountId, events.flatMap(managerIn));
  return (
    <ul
      className={classNames('grid list-disc gap-1 overflow-y-auto pl-5', isShort ? 'max-h-40' : 'max-h-72')}
      tabIndex={0}
      aria-label={TEXTS.title}
    >
      {events.map((event) => (
        <li key={event.id}>{willDo(event, nameOf)}</li>
      ))}
    </ul>
  );
}

/** Events about managers keep nobody's name. */
const managerIn = ({ type, data }: TriedUndo['events'][number]) =>
  type.startsWith('service_group.manager_') ? [`user:${String(data['userId'])}`] : [];
