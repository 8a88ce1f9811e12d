import { Link } from '@tanstack/react-router';
import { Time } from '../../../components/data/time.js';
import { Card } from '../../../components/layout/card.js';
import type { ScimRefusal, ScimSetUp } from './queries.js';
import { foldRepeated, type Repeated } from './repeated.js';
import { TEXTS } from './texts.js';

interface RefusalsProps {
  accountId: string;
  setUp: ScimSetUp;
}

/** What identity providers were refused, why, and what to do about it. */
export function Refusals({ accountId, setUp: { refusals, apiKeys } }: RefusalsProps) {
  const nameOf = (id: string) => apiKeys.find((key) => key.id === id)?.name;
  return (
    <Card title={TEXTS.refusals} description={refusals.length > 0 && TEXTS.refusalsHint} flush>
      {refusals.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">{TEXTS.noRefusal}</p>
      ) : (
        <ol aria-label={TEXTS.refusals} className="divide-y divide-line">
          {foldRepeated(refusals).map((repeated) => (
            <Row
              key={Object.values(repeated.last).join()}
              {...{ accountId, repeated, keyName: nameOf(repeated.last.apiKeyId) }}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

interface RowProps {
  accountId: string;
  repeated: Repeated;
  /** Undefined for a key that may not use SCIM. */
  keyName: string | undefined;
}

function Row({ accountId, repeated: { last, count }, keyName }: RowProps) {
  const { at, title, remedy, status, code } = last;
  return (
    <li className="grid gap-1 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 font-medium break-words text-bad">{title}</span>
        <span className="text-xs text-muted sm:ml-auto">
          {count > 1 && `${TEXTS.times(count)} · `}
          <Time at={at} />
        </span>
      </p>
      <p className="break-words text-muted">
        <RefusedRequest accountId={accountId} refusal={last} /> · <bdi>{keyName ?? TEXTS.otherKey}</bdi>
      </p>
      <p className="break-words">{remedy}</p>
      <code className="font-mono text-2xs break-all text-faint">
        {status} {code}
      </code>
    </li>
  );
}

const PAGES = {
  Users: { to: '/a/$account/users/$user', code: 'user_not_found' },
  Groups: { to: '/a/$account/groups/$group', code: 'service_group_not_found' },
} as const;

/** The request, linked to its user or service group if that exists. */
function RefusedRequest({ accountId, refusal }: { accountId: string; refusal: ScimRefusal }) {
  const { method, resource, resourceId, code } = refusal;
  const verb = TEXTS.of[method] ?? method;
  if (resource === null) return `${verb} ${TEXTS.unknownPath}`;
  const isOne = resourceId !== null || method === 'POST';
  const noun = (isOne ? TEXTS.one : TEXTS.many)[resource] ?? resource;
  const page = resource === 'Users' || resource === 'Groups' ? PAGES[resource] : undefined;
  if (!page || resourceId === null || code === page.code) return `${verb} ${noun}`;
  const params = { account: accountId, user: resourceId, group: resourceId };
  return (
    <>
      {verb}{' '}
      <Link to={page.to} params={params} className="underline hover:text-ink">
        {noun}
      </Link>
    </>
  );
}
