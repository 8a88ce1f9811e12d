import { Badge } from '../../../components/feedback/badge.js';
import { Card } from '../../../components/layout/card.js';
import type { Account } from '../../../api/resources/account.js';
import { TEXTS } from './texts.js';

/** How an identity comes to be linked to a user, and which of that this account's rules allow. */
export function Ways({ account: { signInRules } }: { account: Account }) {
  const domains = signInRules.flatMap((rule) => rule.domains);
  const claims = signInRules.flatMap(({ externalIdClaim }) => externalIdClaim ?? []);
  const ways = [
    [TEXTS.invitation, TEXTS.invitationWhat, TEXTS.always],
    [TEXTS.email, TEXTS.emailWhat, domains.length > 0 && TEXTS.byRule],
    [TEXTS.external, TEXTS.externalWhat, claims.length > 0 && TEXTS.byRule],
    [TEXTS.byHand, TEXTS.byHandWhat, TEXTS.always],
  ] as const;
  return (
    <Card title={TEXTS.ways} flush>
      <ul aria-label={TEXTS.ways} className="divide-y divide-line text-sm">
        {ways.map(([name, what, by]) => (
          <li key={name} className="grid gap-0.5 px-4 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{name}</span>
              <Badge tone={by ? 'good' : 'neutral'}>{by || TEXTS.noRule}</Badge>
            </p>
            <p className="break-words text-muted">{what}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
