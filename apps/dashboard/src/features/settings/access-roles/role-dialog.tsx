import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import type { AccessRole, AccessRoles } from '../../../api/resources/access-roles.js';
import { TEXTS as STATES } from '../../../api/texts.js';
import { useVersionedEdit } from '../../../api/versioned-edit.js';
import { TextAreaField, TextField } from '../../../components/controls/field.js';
import { Banner } from '../../../components/feedback/banner.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Conflict } from '../../../components/overlays/conflict.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { readAccessRoles, saveAccessRoles } from './queries.js';
import {
  draftOf,
  inputOf,
  isTouched,
  keyFor,
  NEW_ROLE,
  permissionsChanged,
  permissionsOf,
  permissionsOfOthers,
  toggledPermission,
  withRole,
  type RoleDraft,
  type RoleInput,
} from './role-draft.js';
import { TEXTS } from './texts.js';

interface RoleDialogProps {
  roles: AccessRoles;
  /** It is changed; undefined for a new one. */
  role?: AccessRole;
  onClose: () => void;
}

export function RoleDialog({ roles, role, onClose }: RoleDialogProps) {
  const [draft, setDraft] = useState(() => (role ? draftOf(role) : NEW_ROLE));
  const input = inputOf(draft);
  const edit = useVersionedEdit(roles, {
    change: (to) => saveAccessRoles(to, withRole(to, input)),
    reread: () => readAccessRoles(roles.accountId),
    onSaved: () => {
      toast((role ? TEXTS.changed : TEXTS.created)(input.name));
      onClose();
    },
  });
  const { base, theirs, save, submit, keepMine, keepTheirs } = edit;
  const isRebased = theirs !== undefined && !isTouched(input.key, base, theirs);
  if (theirs && !isRebased)
    return (
      <RoleConflict
        mine={draft}
        theirs={theirs}
        onKeepMine={() => keepMine(theirs)}
        onKeepTheirs={(kept) => {
          keepTheirs(theirs);
          if (kept) setDraft(draftOf(kept));
          else onClose();
        }}
      />
    );
  const before = base.accessRoles.find(({ key }) => key === input.key);
  const place = withRole(base, input).findIndex(({ key }) => key === input.key);
  return (
    <FormDialog
      title={role ? TEXTS.editTitle(role.name) : TEXTS.create}
      confirm={role ? TEXTS.save : TEXTS.create}
      sends={{ isPending: save.isPending, error: isRebased ? null : save.error }}
      fields={[`accessRoles/${place}/`]}
      blocked={whyNot(input, role, before)}
      onSubmit={() => (theirs ? keepMine(theirs) : submit())}
      onClose={onClose}
    >
      {isRebased && <Banner tone="warn">{TEXTS.othersChanged}</Banner>}
      <Fields
        draft={draft}
        isNew={!role}
        errors={errorsAt(`accessRoles/${place}/`, save.error)}
        keyError={!role && before ? TEXTS.keyTaken(before.name) : undefined}
        ofOthers={permissionsOfOthers(base, input.key)}
        onEdit={(changes) => setDraft({ ...draft, ...changes })}
      />
      {role && <Consequences before={role.permissions} after={input.permissions} />}
    </FormDialog>
  );
}

/** @param before the role that has the key now */
function whyNot(input: RoleInput, role: AccessRole | undefined, before: AccessRole | undefined) {
  if (!input.name) return STATES.nameFirst;
  if (!input.key) return TEXTS.keyFirst;
  if (!role) return before && TEXTS.keyTaken(before.name);
  const { id: _, ...present } = role;
  const isSame = (one: object, other: object) =>
    JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
  return isSame(input, present) && STATES.unchanged;
}

const sorted = (role: object) => {
  const { key, name, description, permissions } = role as RoleInput;
  return [key, name, description, [...permissions].sort()];
};

/** The problems of one role, by its fields: those of a single permission are of its field. */
function errorsAt(place: string, error: unknown): Record<string, string> {
  const own = Object.entries(fieldErrors(error)).filter(([name]) => name.startsWith(place));
  return Object.fromEntries(
    own.map(([name, detail]) => [name.slice(place.length).split('/')[0] ?? '', detail]),
  );
}

interface FieldsProps {
  draft: RoleDraft;
  isNew: boolean;
  errors: Record<string, string>;
  keyError: string | undefined;
  /** What other roles allow. */
  ofOthers: readonly string[];
  onEdit: (changes: Partial<RoleDraft>) => void;
}

function Fields({ draft, isNew, errors, keyError, ofOthers, onEdit }: FieldsProps) {
  const { key, name, description, permissions } = draft;
  const chosen = permissionsOf(permissions);
  // Until somebody types another key, it follows the name.
  const follows = isNew && key === keyFor(name);
  return (
    <>
      <TextField
        label={TEXTS.name}
        hint={TEXTS.nameHint}
        error={errors['name']}
        autoComplete="off"
        value={name}
        onText={(text) => onEdit({ name: text, ...(follows && { key: keyFor(text) }) })}
      />
      <TextField
        label={TEXTS.key}
        hint={isNew ? TEXTS.keyHint : TEXTS.keyStays}
        error={errors['key'] ?? keyError}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono read-only:bg-sunken read-only:text-muted"
        readOnly={!isNew}
        value={key}
        onText={(text) => onEdit({ key: text })}
      />
      <TextField
        label={TEXTS.description}
        hint={TEXTS.descriptionHint}
        error={errors['description']}
        autoComplete="off"
        value={description}
        onText={(text) => onEdit({ description: text })}
      />
      <TextAreaField
        label={TEXTS.permissions}
        hint={TEXTS.permissionsHint(chosen.length)}
        error={errors['permissions']}
        rows={5}
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        placeholder={'logs.read\nlogs.tail'}
        value={permissions}
        onText={(text) => onEdit({ permissions: text })}
      />
      <OfOthers
        permissions={ofOthers}
        chosen={chosen}
        onToggle={(each) => onEdit({ permissions: toggledPermission(permissions, each) })}
      />
    </>
  );
}

const MAX_SHOWN = 8;

interface OfOthersProps {
  permissions: readonly string[];
  chosen: readonly string[];
  onToggle: (permission: string) => void;
}

/** A permission that is chosen is not misspelt. */
function OfOthers({ permissions, chosen, onToggle }: OfOthersProps) {
  if (permissions.length === 0) return null;
  return (
    <div role="group" aria-label={TEXTS.ofOthers} className="-mt-1 flex flex-wrap items-center gap-1.5">
      <span aria-hidden className="text-xs text-faint">
        {TEXTS.ofOthers}:
      </span>
      {permissions.slice(0, MAX_SHOWN).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={chosen.includes(each)}
          className="h-6 max-w-full truncate rounded-sm bg-raised px-1.5 font-mono text-2xs text-muted ring-1 ring-edge ring-inset hover:bg-hover aria-pressed:bg-soft aria-pressed:text-accent aria-pressed:ring-accent/40"
          onClick={() => onToggle(each)}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

function Consequences({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const { gained, lost } = permissionsChanged(before, after);
  if (gained.length + lost.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm break-words text-muted" role="status">
      {gained.length > 0 && <p>{TEXTS.gain(gained)}</p>}
      {lost.length > 0 && <p>{TEXTS.lose(lost)}</p>}
    </div>
  );
}

interface RoleConflictProps {
  mine: RoleDraft;
  theirs: AccessRoles;
  onKeepMine: () => void;
  /** Undefined: they removed it. */
  onKeepTheirs: (role: AccessRole | undefined) => void;
}

function RoleConflict({ mine, theirs, onKeepMine, onKeepTheirs }: RoleConflictProps) {
  const role = theirs.accessRoles.find(({ key }) => key === inputOf(mine).key);
  const kept = role ? draftOf(role) : { ...NEW_ROLE, name: TEXTS.isRemoved };
  return (
    <Conflict
      title={TEXTS.conflictTitle}
      fields={(['name', 'description', 'permissions'] as const).map((field) => ({
        label: field === 'description' ? 'Description' : TEXTS[field],
        mine: field === 'permissions' ? inputOf(mine).permissions.join('\n') : mine[field].trim(),
        theirs: kept[field],
      }))}
      onKeepMine={onKeepMine}
      onClose={() => onKeepTheirs(role)}
    />
  );
}
