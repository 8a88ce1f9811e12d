import { exactTime } from '../../../../components/data/time.js';
import { Card } from '../../../../components/layout/card.js';
import type { Attempt, Delivery } from '../queries.js';
import { durationText } from '../status.js';
import { TEXTS } from '../texts.js';

interface AttemptsProps {
  delivery: Delivery;
  /** One more is on its way. */
  isSending: boolean;
}

/** Each time that it was sent, with what came back. */
export function Attempts({ delivery: { attempts, attemptCount }, isSending }: AttemptsProps) {
  return (
    <Card
      title={TEXTS.attemptsTitle}
      description={attemptCount > attempts.length ? TEXTS.attemptsHint : undefined}
      flush
    >
      {isSending && (
        <p role="status" className="border-b border-line px-4 py-3 text-sm text-muted last:border-0">
          {TEXTS.sending}
        </p>
      )}
      {attempts.length === 0 && !isSending ? (
        <p className="px-4 py-3 text-sm text-muted">{TEXTS.noAttempt}</p>
      ) : (
        <ol aria-label={TEXTS.attemptsTitle} className="divide-y divide-line">
          {attempts.toReversed().map((attempt) => (
            <AttemptRow key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function AttemptRow({ attempt: { at, durationMs, status, error, response } }: { attempt: Attempt }) {
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className={isGood ? 'font-medium text-good' : 'font-medium text-bad'}>
          {status ?? TEXTS.noAnswer}
        </span>
        <span className="text-muted tabular-nums">{durationText(durationMs)}</span>
        <time dateTime={at} className="text-xs text-muted sm:ml-auto">
          {exactTime(at)}
        </time>
      </p>
      {error !== null && <p className="break-words text-bad">{error}</p>}
      {response ? (
        <pre
          role="region"
          aria-label={TEXTS.answer}
          tabIndex={0}
          className="max-h-40 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap"
        >
          {response}
        </pre>
      ) : (
        status !== null && <p className="text-xs text-faint">{TEXTS.emptyAnswer}</p>
      )}
    </li>
  );
}
