import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Card } from '../../../components/layout/card.js';
import type { Account } from '../../../api/resources/account.js';
import { SignInRulesDialog } from './sign-in-rules-dialog.js';
import { TEXTS } from './texts.js';

export function SignInRules({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const [editing, setEditing] = useState(false);
  const { signInRules } = account;
  return (
    <Card
      flush
      title={TEXTS.signIn}
      description={TEXTS.signInHint}
      actions={
        mayChange && (
          <Button small aria-label={`${TEXTS.edit}: ${TEXTS.signIn}`} onClick={() => setEditing(true)}>
            {TEXTS.edit}
          </Button>
        )
      }
    >
      {signInRules.length === 0 && <p className="px-4 py-3 text-sm text-muted">{TEXTS.noSignInRules}</p>}
      <ul className="divide-y divide-line text-sm">
        {signInRules.map(({ issuer, domains, externalIdClaim }) => (
          <li key={issuer} className="px-4 py-2.5">
            <p className="break-all">{issuer}</p>
            <p className="break-words text-muted">
              {[
                domains.length > 0 && TEXTS.verifiedEmails(domains.join(', ')),
                externalIdClaim && TEXTS.externalIdIn(externalIdClaim),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {editing && <SignInRulesDialog account={account} onClose={() => setEditing(false)} />}
    </Card>
  );
}
