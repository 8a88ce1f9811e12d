import type { AccessRole } from '../../../api/resources/access-roles.js';
import { CheckField, SelectField } from '../../../components/controls/field.js';
import { Checkbox } from '../../../components/controls/inputs.js';
import { LengthField } from '../../../components/controls/length-field.js';
import type { OfferedDraft, RolesDraft } from './roles-draft.js';
import { TEXTS } from '../texts.js';

interface OfferedRolesProps {
  /** Those of the account, and those that the rules still name. */
  roles: readonly Pick<AccessRole, 'key' | 'name'>[];
  draft: RolesDraft;
  membersMayAsk: boolean;
  errors: Record<string, string>;
  onEdit: (changes: Partial<RolesDraft>) => void;
}

/** Which access roles managers and requests may give here, and which one memberships get that somebody else than a person adds. */
export function OfferedRoles({ roles, draft, membersMayAsk, errors, onEdit }: OfferedRolesProps) {
  const { offered, usual } = draft;
  const change = (key: string, changes: Partial<OfferedDraft>) =>
    onEdit({ offered: offered.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
  return (
    <>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{TEXTS.offeredRoles}</legend>
        <p className="-mt-1.5 text-xs text-faint">{TEXTS.offeredRolesHint}</p>
        <ul className="divide-y divide-line rounded-md border border-line">
          {roles.map(({ key, name }) => {
            const place = offered.findIndex((each) => each.key === key);
            return (
              <li key={key} className="grid gap-3 px-3 py-2">
                <Offer
                  name={name}
                  roleKey={key}
                  isOffered={place >= 0}
                  onOffer={(isOffered) =>
                    onEdit({
                      offered: isOffered
                        ? [...offered, { key, longest: { count: '', unit: 'hours' }, membersMayAsk: false }]
                        : offered.filter((each) => each.key !== key),
                    })
                  }
                />
                {offered[place] && (
                  <div className="grid gap-3 pb-1 pl-6">
                    <LengthField
                      label={TEXTS.longestWith(name)}
                      hint={TEXTS.longestWithHint}
                      error={errors[`membershipRules/accessRoles/${place}/maxLengthSeconds`]}
                      value={offered[place].longest}
                      onChange={(longest) => change(key, { longest })}
                    />
                    {membersMayAsk && (
                      <CheckField
                        label={TEXTS.membersMayAskFor(name)}
                        checked={offered[place].membersMayAsk}
                        onCheck={(mayAsk) => change(key, { membersMayAsk: mayAsk })}
                      />
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      </fieldset>
      <SelectField
        label={TEXTS.usualRole}
        hint={TEXTS.usualRoleHint}
        error={errors['membershipRules/defaultAccessRole']}
        value={usual}
        onChoose={(key) => onEdit({ usual: key })}
      >
        <option value="">{TEXTS.noRole}</option>
        {roles.map(({ key, name }) => (
          <option key={key} value={key}>
            {name === key ? key : `${name} (${key})`}
          </option>
        ))}
      </SelectField>
    </>
  );
}

interface OfferProps {
  name: string;
  roleKey: string;
  isOffered: boolean;
  onOffer: (isOffered: boolean) => void;
}

function Offer({ name, roleKey, isOffered, onOffer }: OfferProps) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-sm">
      <Checkbox checked={isOffered} onChange={({ target }) => onOffer(target.checked)} />
      <span className="min-w-0 break-words">
        <bdi>{name}</bdi>{' '}
        {name !== roleKey && <code className="ml-1 font-mono text-xs break-all text-faint">{roleKey}</code>}
      </span>
    </label>
  );
}
