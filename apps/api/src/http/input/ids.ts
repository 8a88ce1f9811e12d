import {
  AGGREGATE_KINDS,
  AGGREGATES,
  ID_PREFIXES,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { fieldProblem, type FieldError } from '../../problems/problem.js';

/** A ULID in Crockford's base 32; 48 bits of time leave the first character 0 to 7. https://github.com/ulid/spec */
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

export const ACCOUNT_ID = new RegExp(`^acct_${ULID}$`);
export const USER_ID = new RegExp(`^user_${ULID}$`);
/** As many as are read in one call with their account. */
const MAX_USER_IDS = 99;
export const USER_IDS = new RegExp(`^user_${ULID}(,user_${ULID}){0,${MAX_USER_IDS - 1}}$`);
/** The same, with a maximum number. */
export const idsUpTo = (prefix: 'user' | 'sgrp', most: number): RegExp =>
  new RegExp(`^${prefix}_${ULID}(,${prefix}_${ULID}){0,${most - 1}}$`);
export const SERVICE_GROUP_ID = new RegExp(`^sgrp_${ULID}$`);
export const isUserId = (id: string): id is UserId => USER_ID.test(id);
export const TEAM_ID = new RegExp(`^team_${ULID}$`);
export const isTeamId = (id: string): id is TeamId => TEAM_ID.test(id);
export const isServiceGroupId = (id: string): id is ServiceGroupId => SERVICE_GROUP_ID.test(id);
const SESSION_ID = /^sess_[0-9A-HJKMNP-TV-Z]{26}$/;
const JOB_ID = new RegExp(`^job_${ULID}$`);
const ANY_PREFIX = Object.values(ID_PREFIXES).join('|');
export const SUBJECT_ID = new RegExp(`^(${ANY_PREFIX})_${ULID}$`);
const EVENT_ID = new RegExp(`^(${ANY_PREFIX})_${ULID}\\.[1-9][0-9]{0,11}$`);

/** Ids with commas between, of which a pattern above has been checked. */
export function splitIds<Id extends string>(ids: string): Id[] {
  return ids.split(',') as Id[];
}

interface PathId {
  pattern: RegExp;
  example: string;
}

const idsOfAggregates = AGGREGATE_KINDS.map((kind): [string, PathId] => {
  const [{ idName }, idPrefix] = [AGGREGATES[kind], ID_PREFIXES[kind]];
  return [
    idName,
    { pattern: new RegExp(`^${idPrefix}_${ULID}$`), example: `${idPrefix}_ followed by a ULID` },
  ];
});

export const PATH_IDS: Readonly<Record<string, PathId>> = {
  ...Object.fromEntries(idsOfAggregates),
  identityId: { pattern: /^idty_[0-9a-f]{26}$/, example: 'idty_ followed by 26 hexadecimal digits' },
  sessionId: { pattern: SESSION_ID, example: 'sess_ followed by 26 characters' },
  operatorId: { pattern: /^[\x21-\x7e]{1,128}$/, example: '1 to 128 visible characters' },
  jobId: { pattern: JOB_ID, example: 'job_ followed by a ULID' },
  kind: {
    pattern: /^(users|service-groups|memberships|teams|team-members)$/,
    example: 'users, service-groups, memberships, teams or team-members',
  },
  exported: {
    pattern: /^(users|service-groups|memberships|teams|team-members|events)$/,
    example: 'users, service-groups, memberships, teams, team-members or events',
  },
  eventId: { pattern: EVENT_ID, example: 'the id of its subject, a dot, and a number' },
};

/** By the name of its parameter, so that no handler sees an impossible one. @throws Problem `invalid_id` */
export function checkPathIds(parameters: Readonly<Record<string, string>>): void {
  const errors = Object.entries(parameters).flatMap(([parameter, value]): FieldError[] => {
    const rule = PATH_IDS[parameter];
    if (!rule || rule.pattern.test(value)) return [];
    return [{ code: 'invalid_id', detail: `${parameter} must be ${rule.example}.`, parameter }];
  });
  if (errors.length > 0) throw fieldProblem(errors);
}
