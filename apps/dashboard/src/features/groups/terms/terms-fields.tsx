import { useId, useState } from 'react';
import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { useStore } from '../../../api/store.js';
import { TextField } from '../../../components/controls/field.js';
import { localTime } from '../../../components/data/days.js';
import { lengthText } from '../../../components/data/lengths.js';
import { exactTime, relativeTime } from '../../../components/data/time.js';
import { useMay, useSession } from '../../../session/session.js';
import { AccessRoleField } from '../../access-roles/role-field.js';
import type { ServiceGroup } from '../queries.js';
import { presetsAt } from './presets.js';
import { asTerms, problemOf, rulesOf, tooLong, type Choice, type Held, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface TermsFieldsProps {
  /** Whose rules hold; none for a place in a team. */
  groups: readonly ServiceGroup[];
  /** What is changed; undefined if access is given. */
  members?: readonly Held[];
  value: Terms;
  onChange: (terms: Terms) => void;
}

/** As typed, before a day is. */
const NO_DAY = 'T18:00';

interface Offer {
  choice: Choice;
  label: string;
  at?: string;
  /** Why the rules forbid it. */
  forbidden?: string | undefined;
}

/** The access role, the end of an access, by one choice, and the reason: what the rules of its service groups forbid cannot be chosen. */
export function TermsFields({ groups, members, value, onChange }: TermsFieldsProps) {
  const id = useId();
  const timeZone = useStore(preferences, timeZoneOf);
  const held = heldRole(members);
  const ends = members?.map(({ expiresAt }) => expiresAt);
  const rules = rulesOf(groups, value.role ?? held);
  const usual = members ? undefined : rules.usual;
  const offers = useOffers(rules, usual, timeZone);
  const { expiresAt: end } = asTerms(value);
  const isTyped = value.choice === 'at';
  const error = end === undefined ? undefined : problemOf({ ...value, reason: '-' }, groups, ends, held);
  const chosen = value.choice === 'usual' && !usual ? 'none' : value.choice;
  const choose = ({ choice, at = '' }: Offer) => {
    // An hour begins when it is chosen.
    const preset = presetsAt(Date.now(), timeZone).find((each) => each.preset === choice);
    const typed = end ? localTime(end, timeZone) : NO_DAY;
    onChange({ ...value, choice, until: choice === 'at' ? typed : (preset?.at ?? at) });
  };
  return (
    <div className="grid gap-3">
      <RoleOf {...{ groups, members }} value={value.role} onChange={(role) => onChange({ ...value, role })} />
      <fieldset aria-describedby={`${id}-hint`}>
        <legend className="mb-1.5 text-sm font-medium">{TEXTS.ends}</legend>
        <div className="flex flex-wrap gap-1.5">
          {offers.map((offer) => (
            <label
              key={offer.choice}
              title={offer.forbidden}
              className="flex h-8 items-center gap-1.5 rounded-md border border-edge bg-raised px-2.5 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-soft has-disabled:text-faint"
            >
              <input
                type="radio"
                name={id}
                className="accent-accent"
                checked={chosen === offer.choice}
                disabled={offer.forbidden !== undefined}
                onChange={() => choose(offer)}
              />
              {offer.label}
            </label>
          ))}
        </div>
        {isTyped && <DateAndTime until={value.until} onChange={(until) => onChange({ ...value, until })} />}
        <div id={`${id}-hint`} className="mt-1.5 grid gap-0.5 text-xs wrap-anywhere text-faint">
          {typeof end === 'string' && <p>{TEXTS.endsAt(`${exactTime(end)} (${relativeTime(end)})`)}</p>}
          {rules.limits.map(({ name, seconds }) => (
            <p key={name}>{TEXTS.longest(name, lengthText(seconds))}</p>
          ))}
          {rules.asking.map((name) => (
            <p key={name}>{TEXTS.asksReason(name)}</p>
          ))}
          {error && <p className="font-medium text-bad">{error}</p>}
        </div>
      </fieldset>
      <TextField
        label={rules.asking.length > 0 ? TEXTS.reason : TEXTS.reasonOptional}
        autoComplete="off"
        maxLength={500}
        value={value.reason}
        onText={(reason) => onChange({ ...value, reason })}
      />
    </div>
  );
}

/** The access role of the only membership. */
export const heldRole = (members: readonly Held[] | undefined): string | undefined =>
  members?.length === 1 ? members[0]?.accessRole?.key : undefined;

interface RoleOfProps {
  groups: readonly ServiceGroup[];
  members: readonly Held[] | undefined;
  value: string | undefined;
  onChange: (role: string | undefined) => void;
}

/** A manager gives the roles that their service group offers, and none to themselves. */
function RoleOf({ groups, members, ...field }: RoleOfProps) {
  const { userId } = useSession();
  const accountId = groups[0]?.accountId ?? '';
  const isAdmin = useMay(accountId)('memberships:write');
  if (groups.length === 0) return null;
  const isOwn = members?.some((member) => member.userId === userId);
  const offered = isOwn ? [] : groups[0]?.membershipRules.accessRoles?.map(({ key }) => key);
  return (
    <AccessRoleField
      {...field}
      accountId={accountId}
      offered={isAdmin ? undefined : (offered ?? [])}
      present={members?.map(({ accessRole }) => accessRole)}
    />
  );
}

/** What can be chosen, as of when it is first shown. */
function useOffers(rules: ReturnType<typeof rulesOf>, usual: string | undefined, timeZone: string): Offer[] {
  const [now] = useState(() => Date.now());
  const offer = (choice: Choice, label: string, end?: string | null): Offer => ({
    ...{ choice, label, forbidden: tooLong(end, rules, now) },
    ...(end && { at: end }),
  });
  return [
    ...(usual === undefined ? [] : [offer('usual', usual)]),
    offer('none', TEXTS.noEnd, null),
    ...presetsAt(now, timeZone).map(({ preset, at }) => offer(preset, TEXTS.presets[preset], at)),
    offer('at', TEXTS.at),
  ];
}

interface DateAndTimeProps {
  until: string;
  onChange: (until: string) => void;
}

function DateAndTime({ until, onChange }: DateAndTimeProps) {
  const [day = '', time = ''] = until.split('T');
  return (
    <div className="mt-3 grid grid-cols-2 gap-3">
      <TextField label={TEXTS.date} type="date" value={day} onText={(text) => onChange(`${text}T${time}`)} />
      <TextField label={TEXTS.time} type="time" value={time} onText={(text) => onChange(`${day}T${text}`)} />
    </div>
  );
}
