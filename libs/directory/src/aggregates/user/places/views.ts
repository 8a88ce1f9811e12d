import type { Role, Team, TeamId, TeamPlace, User, UserId } from '#libs/domain';
import { placeOf, type TeamPlaceItem } from '../state.js';

/** A user in a team, with both as they are known. */
export interface TeamPlaceView extends Omit<TeamPlace, 'noticeAt'> {
  userId: UserId;
  userName: string;
  userEmail: string;
  userRole: Role;
  userStatus: User['status'];
  teamName: string;
}

type NamedTeam = Pick<Team, 'teamId' | 'name'>;
type SideOfUser = Pick<User, 'userId' | 'name' | 'email' | 'role' | 'status'>;

export function viewOfPlace(user: SideOfUser, { teamId, name }: NamedTeam, place: TeamPlace): TeamPlaceView {
  const { userId, name: userName, email: userEmail, role: userRole, status: userStatus } = user;
  const { noticeAt: _notice, ...shown } = place;
  return { userId, userName, userEmail, userRole, userStatus, ...shown, teamId, teamName: name };
}

/** With the user as they are copied to it. */
export function viewOfPlaceItem(item: TeamPlaceItem, team: NamedTeam): TeamPlaceView {
  const { userId, userName: name, userEmail: email, userRole: role, userStatus: status } = item;
  return viewOfPlace({ userId, name, email, role, status }, team, placeOf(item));
}

export function placeIn(user: User, teamId: TeamId): TeamPlace {
  return user.places![teamId]!;
}
