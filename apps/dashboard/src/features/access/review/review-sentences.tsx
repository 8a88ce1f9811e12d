import { CalendarClock, Minus, Plus } from 'lucide-react';
import { Banner } from '../../../components/feedback/banner.js';
import type { Draft } from '../draft/draft.js';
import type { Applied } from '../apply/apply-draft.js';
import { TEXTS } from './texts.js';
import { changesWith, sentencesOf } from './sentences.js';

const SHOWN = 50;

export function ReviewSentences({ draft, tried }: { draft: Draft; tried: Applied }) {
  const { results, warnings, events = [] } = tried;
  const sentences = sentencesOf(changesWith(draft, results, 'done'), events);
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const unchanged = changesWith(draft, results, 'unchanged');
  return (
    <>
      {warnings.length > 0 && (
        <Banner tone="warn" title={TEXTS.warningsTitle}>
          <ul className="list-disc pl-4">
            {warnings.slice(0, SHOWN).map(({ detail }, index) => (
              <li key={index}>{detail}</li>
            ))}
          </ul>
        </Banner>
      )}
      {sentences.length === 0 && <p className="text-muted">{TEXTS.nothing}</p>}
      <ul className="grid gap-4">
        {sentences.map(({ groupId, groupName, gains, keeps, loses }) => (
          <li key={groupId} className="grid gap-1.5">
            <h3 className="font-semibold">
              <bdi>{groupName}</bdi>
            </h3>
            {gains && (
              <p className="flex gap-2">
                <Plus aria-hidden strokeWidth={3} className="mt-0.5 size-4 shrink-0 text-good" />
                <span className="min-w-0 break-words">{gains}</span>
              </p>
            )}
            {keeps && (
              <p className="flex gap-2">
                <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                <span className="min-w-0 break-words">{keeps}</span>
              </p>
            )}
            {loses && (
              <p className="flex gap-2">
                <Minus aria-hidden strokeWidth={3} className="mt-0.5 size-4 shrink-0 text-bad" />
                <span className="min-w-0 break-words">{loses}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <Banner tone="bad" title={TEXTS.refusedTitle(refused.length)}>
          <ul className="grid gap-1">
            {refused.slice(0, SHOWN).map(({ userId, serviceGroupId, problem }) => {
              const change = draft.get(`${userId} ${serviceGroupId}`);
              return (
                <li key={`${userId} ${serviceGroupId}`} className="break-words">
                  <bdi className="font-medium">{change?.userName}</bdi>, <bdi>{change?.groupName}</bdi>:{' '}
                  {problem?.detail} {TEXTS.fixes[problem?.code ?? '']}
                </li>
              );
            })}
          </ul>
          {refused.some(({ action }) => action !== 'change') && (
            <p className="mt-1 text-muted">{TEXTS.refusedStay}</p>
          )}
        </Banner>
      )}
      {unchanged.length > 0 && <p className="text-muted">{TEXTS.unchangedTitle(unchanged.length)}.</p>}
      {events.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-muted hover:text-ink">
            {TEXTS.events(events.length)}
          </summary>
          <pre
            tabIndex={0}
            className="mt-2 max-h-64 overflow-auto rounded-md bg-sunken p-3 font-mono text-2xs"
          >
            {JSON.stringify(events.slice(0, SHOWN), null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}
