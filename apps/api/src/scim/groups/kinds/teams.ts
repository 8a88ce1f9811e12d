import {
  changeTeamPlaces,
  createTeam,
  findTeamByExternalId,
  findTeams,
  findTeamsByNamePrefix,
  getTeam,
  listTeamMembers,
  listTeams,
  listTeamsOfUser,
  removeTeam,
  updateTeam,
} from '#libs/directory';
import { DomainError, type TeamId } from '#libs/domain';
import { isTeamId } from '../../../http/input/ids.js';
import type { GroupKind } from './group-kind.js';

const idOf = (id: string) => id as TeamId;

/** Groups are teams. */
export const teamKind: GroupKind = {
  create: createTeam,
  update: (tenant, id, input, command) => updateTeam(tenant, idOf(id), input, command),
  remove: (tenant, id, command) => removeTeam(tenant, idOf(id), command),
  get: (tenant, id) => getTeam(tenant, idOf(id)),
  find: (tenant, ids) => findTeams(tenant, ids.filter(isTeamId)),
  findByExternalId: findTeamByExternalId,
  findByNamePrefix: findTeamsByNamePrefix,
  list: listTeams,
  listMembers: (tenant, id, request) => listTeamMembers(tenant, idOf(id), request),
  async ofUser(tenant, userId) {
    const places = await listTeamsOfUser(tenant, userId);
    // By id, as the service groups of a user.
    const groups = places.map(({ teamId: id, teamName: name }) => ({ id: id as string, name }));
    return { groups: groups.sort((a, b) => (a.id < b.id ? -1 : 1)), hasMore: false };
  },
  async hasMember(tenant, id, userId) {
    try {
      return (await listTeamsOfUser(tenant, userId)).some(({ teamId }) => teamId === id);
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  },
  async changeMembers(tenant, id, rows, command) {
    const changes = rows.map(({ operation: action, userId }) => ({ action, userId, teamId: idOf(id) }));
    const outcome = await changeTeamPlaces(tenant, changes, command);
    return 'rows' in outcome ? outcome.rows : [];
  },
};
