import { accountSettings, type Limited, type SignInRule } from '#libs/domain';
import { any, defineEntity, number, oneOf, string, stringSet } from '@rollbook/single-table';
import { countNotes, everyHead, everyItem, settingAttributes } from './every-item.js';
import { rollbookTable } from '../table.js';

export const accountEntity = defineEntity(rollbookTable, {
  name: 'account',
  key: { PK: 'account:{accountId}', SK: 'metadata:account' },
  indexes: { GSI1: { GSI1PK: 'accounts', GSI1SK: 'account:{accountId}' } },
  attributes: {
    ...everyHead,
    ...settingAttributes(accountSettings),
    name: string(),
    status: oneOf('active', 'suspended', 'closed'),
    limitsSince: any<Partial<Record<Limited, string>>>().optional(),
    signInRules: any<readonly SignInRule[]>().optional(),
    signInRulesSince: string().optional(),
    reactivatedAt: string().optional(),
    /** The prefix of its items in data from before `accountCountsEntity`. Nothing writes them any more. */
    userCount: number().optional(),
    serviceGroupCount: number().optional(),
    countedAt: string().optional(),
  },
});

/** Not on the account's head, because each change of that writes the list of all accounts, one partition of the index. */
export const accountCountsEntity = defineEntity(rollbookTable, {
  name: 'account-counts',
  key: { PK: 'account:{accountId}', SK: 'counts' },
  attributes: { accountId: string(), users: number(), serviceGroups: number(), ...countNotes },
});

export const accountExternalIdClaimEntity = defineEntity(rollbookTable, {
  name: 'account-external-id-claim',
  key: { PK: 'account-external-id:{externalId}', SK: 'account-external-id' },
  attributes: { ...everyItem, externalId: string() },
});

/** An account that trusts an identity provider: used to find the users who sign in for the first time. */
export const signInRuleEntity = defineEntity(rollbookTable, {
  name: 'sign-in-rule',
  key: { PK: 'sign-in-rule:{issuer}', SK: '{by}:{value}:{accountId}' },
  attributes: {
    ...everyItem,
    issuer: string(),
    by: oneOf('domain', 'external-id'),
    /** The domain, or the claim that holds the external id. */
    value: string(),
  },
});

/** Removed users and service groups whose memberships still exist: lists omit those from the moment of the removal. */
export const fencesEntity = defineEntity(rollbookTable, {
  name: 'fences',
  key: { PK: 'account:{accountId}', SK: 'fences' },
  attributes: {
    ...everyItem,
    removedIds: stringSet().optional(),
    /** Erased users whose names and emails are still on their past memberships. Lists already show them as erased. */
    erasedIds: stringSet().optional(),
  },
});
