import { createStore } from '../../../api/store.js';
import type { Membership, User } from '../../../api/resources/users.js';
import type { ChosenGroup } from '../../groups/switcher/recent-groups.js';
import type { Reading } from './grammar.js';

/** A reading whose names have been found: all that its dialog needs. */
export type Command =
  | { kind: 'suspend' | 'reactivate' | 'remove'; user: User }
  | { kind: 'give'; user: User; group: ChosenGroup; until: string | undefined }
  /** Of access that is there already. */
  | { kind: 'change'; membership: Membership; until: string | undefined }
  | { kind: 'end'; user: User; group: ChosenGroup }
  | Exclude<Reading, { who: string } | { kind: 'go' | 'theme' }>;

/** The command whose dialog is open, and the account that it is about. */
export const chosenCommand = createStore<{ command: Command; accountId: string } | undefined>(undefined);
