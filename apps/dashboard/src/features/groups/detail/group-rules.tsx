import { useState } from 'react';
import { isRollbookError } from '#libs/client';
import { fieldErrors } from '../../../api/failure.js';
import { useAccessRoles } from '../../../api/resources/access-roles.js';
import { TEXTS as STATES } from '../../../api/texts.js';
import { Button } from '../../../components/controls/button.js';
import { CheckField, SelectField } from '../../../components/controls/field.js';
import { LengthField } from '../../../components/controls/length-field.js';
import { lengthOf, secondsOf, type Length } from '../../../components/data/lengths.js';
import { Problem } from '../../../components/feedback/problem.js';
import { Card } from '../../../components/layout/card.js';
import { changeRules } from '../commands.js';
import type { MembershipRules, RulesChange, ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { OfferedRoles } from './offered-roles.js';
import { rolesChangeOf, rolesDraftOf, rolesToOffer, type RolesDraft } from './roles-draft.js';
import { useAction } from '../../../components/feedback/use-action.js';

/** The rules as typed. */
interface Draft {
  longest: Length;
  usual: Length;
  reasonRequired: boolean;
  teamsMayEnter: boolean;
  membersMayAsk: boolean;
  approvers: NonNullable<MembershipRules['approvers']>;
  roles: RolesDraft;
}

function draftOf(rules: MembershipRules): Draft {
  const {
    reasonRequired = false,
    teamsMayEnter = false,
    membersMayAsk = false,
    approvers = 'managers',
  } = rules;
  const longest = lengthOf(rules.maxLengthSeconds);
  const usual = lengthOf(rules.defaultLengthSeconds);
  const flags = { reasonRequired, teamsMayEnter, membersMayAsk };
  return { longest, usual, ...flags, approvers, roles: rolesDraftOf(rules) };
}

/** Undefined if a length is none. */
function changeOf(
  { longest, usual, roles, ...others }: Draft,
  before: MembershipRules,
): RulesChange | undefined {
  const [maxLengthSeconds, defaultLengthSeconds] = [secondsOf(longest), secondsOf(usual)];
  const ofRoles = rolesChangeOf(roles, before);
  if (maxLengthSeconds === undefined || defaultLengthSeconds === undefined || !ofRoles) return undefined;
  return { maxLengthSeconds, defaultLengthSeconds, ...others, ...ofRoles };
}

export function GroupRules({ group }: { group: ServiceGroup }) {
  const [draft, setDraft] = useState(() => draftOf(group.membershipRules));
  const change = changeOf(draft, group.membershipRules);
  const roles = rolesToOffer(useAccessRoles(group.accountId) ?? [], group.membershipRules);
  const save = useAction(
    (rules: RulesChange) => changeRules(group, rules),
    ({ name }) => TEXTS.rulesSaved(name),
    ({ membershipRules }) => setDraft(draftOf(membershipRules)),
  );
  const edit = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    save.reset();
  };
  const isKept = JSON.stringify(draft) === JSON.stringify(draftOf(group.membershipRules));
  const errors = fieldErrors(save.error);
  return (
    <Card title={TEXTS.rules} description={TEXTS.rulesHint}>
      <form
        className="grid max-w-md gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (change) save.mutate(change);
        }}
      >
        <Lengths draft={draft} errors={errors} onEdit={edit} />
        <Requests draft={draft} onEdit={edit} />
        {roles.length > 0 && (
          <OfferedRoles
            {...{ roles, errors }}
            draft={draft.roles}
            membersMayAsk={draft.membersMayAsk}
            onEdit={(changes) => edit({ roles: { ...draft.roles, ...changes } })}
          />
        )}
        {save.error && Object.keys(errors).length === 0 && <Problem error={save.error} />}
        {isRollbookError(save.error, 'version_mismatch') && <p className="text-sm">{TEXTS.rulesMoved}</p>}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={save.isPending}
            blocked={change ? isKept && STATES.unchanged : TEXTS.noLength}
          >
            {TEXTS.saveRules}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface PartProps {
  draft: Draft;
  onEdit: (changes: Partial<Draft>) => void;
}

function Lengths({ draft, errors, onEdit }: PartProps & { errors: Record<string, string> }) {
  return (
    <>
      <LengthField
        label={TEXTS.longest}
        hint={TEXTS.longestHint}
        error={errors['membershipRules/maxLengthSeconds']}
        value={draft.longest}
        onChange={(longest) => onEdit({ longest })}
      />
      <LengthField
        label={TEXTS.usual}
        hint={TEXTS.usualHint}
        error={errors['membershipRules/defaultLengthSeconds']}
        value={draft.usual}
        onChange={(usual) => onEdit({ usual })}
      />
    </>
  );
}

function Requests({ draft, onEdit }: PartProps) {
  return (
    <>
      <CheckField
        label={TEXTS.reasonRequired}
        checked={draft.reasonRequired}
        onCheck={(reasonRequired) => onEdit({ reasonRequired })}
      />
      <CheckField
        label={TEXTS.teamsMayEnter}
        checked={draft.teamsMayEnter}
        onCheck={(teamsMayEnter) => onEdit({ teamsMayEnter })}
      />
      <CheckField
        label={TEXTS.membersMayAsk}
        checked={draft.membersMayAsk}
        onCheck={(membersMayAsk) => onEdit({ membersMayAsk })}
      />
      <SelectField
        label={TEXTS.approvers}
        options={TEXTS.approversAre}
        value={draft.approvers}
        onChoose={(approvers) => onEdit({ approvers })}
      />
    </>
  );
}
