import { classNames } from '../../components/class-names.js';
import { RefusedParts } from './refused-parts.js';
import type { TriedUndo } from './queries.js';
import { TEXTS } from './texts.js';

/** What undoing a change would do, according to the API's dry run. */
export function UndoPreview({ tried }: { tried: TriedUndo }) {
  return (
    <>
      {'rows' in tried ? <OneAtATime tried={tried} /> : <AtOnce tried={tried} />}
      <p className="text-muted">{TEXTS.again}</p>
    </>
  );
}

function AtOnce({ tried: { events } }: { tried: TriedUndo }) {
  return (
    <>
      <p>{TEXTS.would(events.length)}</p>
      <Events events={events} />
    </>
  );
}

function OneAtATime({ tried }: { tried: Extract<TriedUndo, { rows: number }> }) {
  const { rows, tried: looked, done, refused, samples, events } = tried;
  const refusals = samples.filter(({ outcome }) => outcome === 'refused');
  return (
    <>
      <p>{TEXTS.byJob(rows)}</p>
      <p>
        {TEXTS.wouldParts(done)}
        {looked < rows && ` ${TEXTS.triedOnly(looked)}`}
      </p>
      {events.length > 0 && <Events events={events} isShort />}
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

function Events({ events, isShort }: { events: TriedUndo['events']; isShort?: boolean }) {
  return (
    <ul
      className={classNames('grid list-disc gap-1 overflow-y-auto pl-5', isShort ? 'max-h-40' : 'max-h-72')}
      tabIndex={0}
      aria-label={TEXTS.title}
    >
      {events.map(({ id, summary }) => (
        <li key={id}>{summary}</li>
      ))}
    </ul>
  );
}
