import { useNameOf } from '../../api/resources/account.js';
import { useStore } from '../../api/store.js';
import { Checkbox } from '../../components/controls/inputs.js';
import { SelectField } from '../../components/controls/field.js';
import { exactTime } from '../../components/data/time.js';
import { Card, Details } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { ROLES } from '../../components/people/texts.js';
import { useSession } from '../../session/session.js';
import { SessionList } from '../sessions/session-list.js';
import { changePreferences, preferences } from '../../api/preferences.js';
import { TEXTS } from './texts.js';
import { ME_PAGE } from '../pages.js';

export function MePage() {
  const session = useSession();
  const { accountId } = session;
  const accountName = useNameOf(accountId ?? '');
  const { theme, timeZone, shortcuts } = useStore(preferences);
  return (
    <Page title={ME_PAGE.title} subtitle={session.email ?? undefined}>
      <Card title={TEXTS.profile} flush>
        <Details
          rows={[
            [TEXTS.name, <bdi key="name">{session.name ?? TEXTS.operator}</bdi>],
            [TEXTS.email, session.email ?? '–'],
            ...(session.role && accountId
              ? [
                  [TEXTS.account, <bdi key="account">{accountName ?? accountId}</bdi>] as const,
                  [TEXTS.role, ROLES[session.role]] as const,
                ]
              : []),
            [
              TEXTS.issuer,
              <span key="issuer" className="break-all">
                {session.issuer}
              </span>,
            ],
            [TEXTS.signedIn, exactTime(session.signedInAt)],
            [TEXTS.expires, exactTime(session.expiresAt)],
          ]}
        />
      </Card>
      <Card title={TEXTS.preferences}>
        <div className="grid max-w-md gap-4">
          <SelectField
            label={TEXTS.theme}
            options={TEXTS.themes}
            value={theme}
            onChoose={(chosen) => changePreferences({ theme: chosen })}
          />
          <SelectField
            label={TEXTS.timeZone}
            options={{ local: Intl.DateTimeFormat().resolvedOptions().timeZone, utc: 'UTC' }}
            value={timeZone}
            onChoose={(chosen) => changePreferences({ timeZone: chosen })}
          />
          <label className="flex items-center gap-2.5 text-sm">
            <Checkbox
              checked={shortcuts}
              onChange={({ target }) => changePreferences({ shortcuts: target.checked })}
            />
            {TEXTS.shortcuts}
          </label>
        </div>
      </Card>
      {!session.seeingAs && <SessionList />}
    </Page>
  );
}
