import { DatabaseSync } from 'node:sqlite';
import { toPublishedEvent } from '#libs/event-contracts';
import { eachOf, grantTenant, listAuditLog, type Directory } from '#libs/directory';
import { AccessCopy, applyEvent } from '#libs/guard';
import type { AnyEvent, Handler, Handlers } from '@rollbook/subscriber';
import type { Sqlite } from '@rollbook/subscriber/sqlite';
import { ACTIONS, type Asked } from './answers.js';
import { actionsAt, type Model } from './model.js';

/** Copies that are derived from the events alone: a guard's, and tables of a subscriber that joins them itself. */

const TABLES = `
CREATE TABLE account (is_open INTEGER);
CREATE TABLE users (id TEXT PRIMARY KEY, is_active INTEGER);
CREATE TABLE groups (id TEXT PRIMARY KEY);
CREATE TABLE roles (id TEXT, permission TEXT);
CREATE TABLE teams (id TEXT PRIMARY KEY);
CREATE TABLE places (user_id TEXT, team_id TEXT, ends_at TEXT, PRIMARY KEY (user_id, team_id));
CREATE TABLE accesses (team_id TEXT, group_id TEXT, role_id TEXT, ends_at TEXT, PRIMARY KEY (team_id, group_id));
CREATE TABLE members (user_id TEXT, group_id TEXT, role_id TEXT, ends_at TEXT, PRIMARY KEY (user_id, group_id));`;

const ACTIONS_OF = `
SELECT 'enter' AS action FROM entrances WHERE user_id = :user AND group_id = :group
UNION SELECT permission FROM entrances JOIN roles ON roles.id = role_id WHERE user_id = :user AND group_id = :group
ORDER BY action`;
const ENTRANCES = `WITH paths AS (
SELECT user_id, group_id, role_id FROM members WHERE ends_at IS NULL OR ends_at > :now
UNION ALL SELECT user_id, group_id, role_id FROM places JOIN teams ON teams.id = places.team_id
JOIN accesses ON accesses.team_id = places.team_id
WHERE (places.ends_at IS NULL OR places.ends_at > :now) AND (accesses.ends_at IS NULL OR accesses.ends_at > :now)
), entrances AS (
SELECT user_id, group_id, role_id FROM paths, account JOIN users ON users.id = user_id JOIN groups ON groups.id = group_id
WHERE is_open AND is_active)`;

const run = (tx: Sqlite, sql: string, ...values: (string | number | null)[]) =>
  void tx.prepare(sql).run(...values);

const setUser =
  (isActive: number) =>
  (tx: Sqlite, { subject }: { subject: string }) =>
    run(tx, 'INSERT OR REPLACE INTO users VALUES (?, ?)', subject, isActive);
const setAccount = (isOpen: number) => (tx: Sqlite) => {
  run(tx, 'DELETE FROM account');
  run(tx, 'INSERT INTO account VALUES (?)', isOpen);
};

interface Given {
  userId: string;
  serviceGroupId: string;
  expiresAt?: string | null;
  accessRole?: { id?: string };
}
function setMember(tx: Sqlite, { data }: { data: Given }): void {
  const { userId, serviceGroupId, expiresAt = null, accessRole } = data;
  const values = [userId, serviceGroupId, accessRole?.id ?? null, expiresAt];
  run(tx, 'INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?)', ...values);
}

function setPlace(
  tx: Sqlite,
  { data }: { data: { userId: string; teamId: string; expiresAt?: string | null } },
) {
  const { userId, teamId, expiresAt = null } = data;
  run(tx, 'INSERT OR REPLACE INTO places VALUES (?, ?, ?)', userId, teamId, expiresAt);
}

function setAccess(tx: Sqlite, { data }: { data: Omit<Given, 'userId'> & { teamId: string } }): void {
  const { teamId, serviceGroupId, expiresAt = null, accessRole } = data;
  const values = [teamId, serviceGroupId, accessRole?.id ?? null, expiresAt];
  run(tx, 'INSERT OR REPLACE INTO accesses VALUES (?, ?, ?, ?)', ...values);
}

function setRole(
  tx: Sqlite,
  { data }: { data: { accessRoleId: string; permissions: readonly string[] } },
): void {
  run(tx, 'DELETE FROM roles WHERE id = ?', data.accessRoleId);
  for (const permission of data.permissions)
    run(tx, 'INSERT INTO roles VALUES (?, ?)', data.accessRoleId, permission);
}

const on: Handlers<Sqlite> = {
  'account.created': setAccount(1),
  'account.suspended': setAccount(0),
  'account.reactivated': setAccount(1),
  'user.created': setUser(1),
  'user.suspended': setUser(0),
  'user.reactivated': setUser(1),
  'user.removed': (tx, { subject }) => {
    run(tx, 'DELETE FROM users WHERE id = ?', subject);
    run(tx, 'DELETE FROM members WHERE user_id = ?', subject);
    run(tx, 'DELETE FROM places WHERE user_id = ?', subject);
  },
  'service_group.created': (tx, { subject }) => run(tx, 'INSERT OR REPLACE INTO groups VALUES (?)', subject),
  'service_group.removed': (tx, { subject }) => run(tx, 'DELETE FROM groups WHERE id = ?', subject),
  'service_group.member_added': setMember,
  'service_group.membership_changed': setMember,
  'service_group.member_removed': (tx, { data: { userId, serviceGroupId } }) =>
    run(tx, 'DELETE FROM members WHERE user_id = ? AND group_id = ?', userId, serviceGroupId),
  'team.created': (tx, { subject }) => run(tx, 'INSERT OR REPLACE INTO teams VALUES (?)', subject),
  'team.removed': (tx, { subject }) => run(tx, 'DELETE FROM teams WHERE id = ?', subject),
  'team.member_added': setPlace,
  'team.membership_changed': setPlace,
  'team.member_removed': (tx, { data: { userId, teamId } }) =>
    run(tx, 'DELETE FROM places WHERE user_id = ? AND team_id = ?', userId, teamId),
  'service_group.team_added': setAccess,
  'service_group.team_changed': setAccess,
  'service_group.team_removed': (tx, { data: { serviceGroupId, teamId } }) =>
    run(tx, 'DELETE FROM accesses WHERE team_id = ? AND group_id = ?', teamId, serviceGroupId),
  'access_role.created': setRole,
  'access_role.changed': setRole,
  'access_role.removed': (tx, { data }) => run(tx, 'DELETE FROM roles WHERE id = ?', data.accessRoleId),
};

/** As every event is sent. */
const HANDLERS: Readonly<Record<string, Handler<Sqlite> | undefined>> = on as never;

export class Copies {
  private readonly database = new DatabaseSync(':memory:');
  private guard = new AccessCopy();
  private readonly handled = new Set<string>();

  constructor(
    private readonly directory: Directory,
    private readonly accountId: string,
  ) {
    this.database.exec(TABLES);
  }

  /** Takes in everything that has happened since, and keeps it as a guard's file does. */
  async follow(): Promise<void> {
    const tenant = grantTenant(this.directory, this.accountId);
    const log = eachOf((cursor) => listAuditLog(tenant, { order: 'ascending', limit: 100, cursor }));
    for await (const event of log) {
      if (this.handled.has(event.eventId)) continue;
      this.handled.add(event.eventId);
      const sent = JSON.parse(JSON.stringify(toPublishedEvent(event))) as AnyEvent;
      applyEvent(this.guard, sent);
      await HANDLERS[sent.type]?.(this.database, sent);
    }
    this.guard = AccessCopy.of(JSON.parse(JSON.stringify(this.guard.stored())) as never);
  }

  expectAnswers(model: Model, at: number, { users, groups }: Pick<Asked, 'users' | 'groups'>): void {
    for (const userId of users)
      for (const groupId of groups) {
        const guard = this.guard.permissionsOf(userId, groupId, at);
        const tables = this.actionsInTables(userId, groupId, at);
        const actions = actionsAt(model, userId, groupId, at);
        expect({ at, userId, groupId, guard, tables }).toEqual({
          ...{ at, userId, groupId },
          ...{ guard: actions, tables: actions },
        });
        for (const action of ACTIONS)
          expect([action, this.guard.mayDo(userId, groupId, action, at)]).toEqual([
            action,
            actions.includes(action),
          ]);
      }
  }

  close(): void {
    this.database.close();
  }

  private actionsInTables(user: string, group: string, at: number): string[] {
    const now = new Date(at).toISOString();
    const rows = this.database.prepare(`${ENTRANCES}${ACTIONS_OF}`).all({ user, group, now });
    return rows.map(({ action }) => String(action));
  }
}
