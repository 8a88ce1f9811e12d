"""Contains all the data models used in inputs/outputs"""

from .accept_invitation import AcceptInvitation
from .accepted_invitation import AcceptedInvitation
from .access_path import AccessPath
from .access_request import AccessRequest
from .access_request_list import AccessRequestList
from .access_request_status import AccessRequestStatus
from .access_role import AccessRole
from .access_role_input import AccessRoleInput
from .access_role_reference import AccessRoleReference
from .access_role_set import AccessRoleSet
from .account import Account
from .account_counts import AccountCounts
from .account_facets import AccountFacets
from .account_leaf import AccountLeaf
from .account_list import AccountList
from .account_metadata import AccountMetadata
from .account_status import AccountStatus
from .account_status_facet import AccountStatusFacet
from .action import Action
from .action_properties import ActionProperties
from .action_search import ActionSearch
from .action_search_context import ActionSearchContext
from .action_search_result import ActionSearchResult
from .actor import Actor
from .actor_kind import ActorKind
from .actor_list import ActorList
from .added_team_member import AddedTeamMember
from .api_key import ApiKey
from .api_key_list import ApiKeyList
from .api_key_reference import ApiKeyReference
from .approve_access_request import ApproveAccessRequest
from .audit_log import AuditLog
from .auth_zen_configuration import AuthZenConfiguration
from .batch_line import BatchLine
from .batch_result import BatchResult
from .bulk_job import BulkJob
from .bulk_job_action import BulkJobAction
from .bulk_job_role_type_1 import BulkJobRoleType1
from .bulk_job_role_type_2_type_1 import BulkJobRoleType2Type1
from .bulk_job_role_type_3_type_1 import BulkJobRoleType3Type1
from .bulk_query import BulkQuery
from .bulk_query_role import BulkQueryRole
from .bulk_query_status import BulkQueryStatus
from .candidate import Candidate
from .candidate_list import CandidateList
from .candidate_status import CandidateStatus
from .change_account import ChangeAccount
from .change_account_metadata_type_0 import ChangeAccountMetadataType0
from .change_log_stream import ChangeLogStream
from .change_log_stream_event_types_item import ChangeLogStreamEventTypesItem
from .change_log_stream_form import ChangeLogStreamForm
from .change_members import ChangeMembers
from .change_memberships import ChangeMemberships
from .change_problem import ChangeProblem
from .change_result import ChangeResult
from .change_result_action import ChangeResultAction
from .change_result_outcome import ChangeResultOutcome
from .change_service_group import ChangeServiceGroup
from .change_service_group_metadata_type_0 import ChangeServiceGroupMetadataType0
from .change_team import ChangeTeam
from .change_team_metadata_type_0 import ChangeTeamMetadataType0
from .change_user import ChangeUser
from .change_user_metadata_type_0 import ChangeUserMetadataType0
from .change_user_role import ChangeUserRole
from .change_warning import ChangeWarning
from .change_warning_code import ChangeWarningCode
from .change_webhook_endpoint import ChangeWebhookEndpoint
from .change_webhook_endpoint_event_types_item import (
    ChangeWebhookEndpointEventTypesItem,
)
from .changed_limits import ChangedLimits
from .changed_membership_rules import ChangedMembershipRules
from .changed_membership_rules_approvers_type_1 import (
    ChangedMembershipRulesApproversType1,
)
from .changed_membership_rules_approvers_type_2_type_1 import (
    ChangedMembershipRulesApproversType2Type1,
)
from .changed_membership_rules_approvers_type_3_type_1 import (
    ChangedMembershipRulesApproversType3Type1,
)
from .changed_memberships import ChangedMemberships
from .changes import Changes
from .create_account import CreateAccount
from .create_account_metadata import CreateAccountMetadata
from .create_api_key import CreateApiKey
from .create_api_key_scopes_item import CreateApiKeyScopesItem
from .create_bulk_job import CreateBulkJob
from .create_bulk_job_action import CreateBulkJobAction
from .create_bulk_job_role import CreateBulkJobRole
from .create_invitation import CreateInvitation
from .create_invitation_role import CreateInvitationRole
from .create_invitations import CreateInvitations
from .create_log_stream import CreateLogStream
from .create_log_stream_event_types_item import CreateLogStreamEventTypesItem
from .create_log_stream_form import CreateLogStreamForm
from .create_service_group import CreateServiceGroup
from .create_service_group_metadata import CreateServiceGroupMetadata
from .create_team import CreateTeam
from .create_team_metadata import CreateTeamMetadata
from .create_user import CreateUser
from .create_user_metadata import CreateUserMetadata
from .create_user_role import CreateUserRole
from .create_user_status import CreateUserStatus
from .create_users import CreateUsers
from .create_webhook_endpoint import CreateWebhookEndpoint
from .create_webhook_endpoint_event_types_item import (
    CreateWebhookEndpointEventTypesItem,
)
from .created_team import CreatedTeam
from .created_team_metadata import CreatedTeamMetadata
from .decision import Decision
from .decision_context import DecisionContext
from .decision_context_reason import DecisionContextReason
from .decisions import Decisions
from .diff_members_order import DiffMembersOrder
from .diff_memberships_order import DiffMembershipsOrder
from .diff_service_groups_of_user_order import DiffServiceGroupsOfUserOrder
from .evaluation_error import EvaluationError
from .evaluation_request import EvaluationRequest
from .evaluation_request_context import EvaluationRequestContext
from .evaluations_request import EvaluationsRequest
from .evaluations_request_context import EvaluationsRequestContext
from .evaluations_request_options import EvaluationsRequestOptions
from .event import Event
from .event_data import EventData
from .event_list import EventList
from .event_proof import EventProof
from .event_type import EventType
from .event_type_example_event import EventTypeExampleEvent
from .event_type_list import EventTypeList
from .explained_path import ExplainedPath
from .explained_reason import ExplainedReason
from .explained_reason_code import ExplainedReasonCode
from .explanation import Explanation
from .export_rows_format import ExportRowsFormat
from .export_rows_role import ExportRowsRole
from .export_rows_status import ExportRowsStatus
from .found import Found
from .found_action import FoundAction
from .found_name import FoundName
from .found_page import FoundPage
from .found_type import FoundType
from .get_event_include import GetEventInclude
from .get_membership_matrix_order import GetMembershipMatrixOrder
from .identity import Identity
from .identity_list import IdentityList
from .import_ import Import
from .import_column import ImportColumn
from .import_error import ImportError_
from .import_error_list import ImportErrorList
from .import_field import ImportField
from .import_inspection import ImportInspection
from .import_inspection_format import ImportInspectionFormat
from .import_inspection_kind import ImportInspectionKind
from .import_kind import ImportKind
from .import_list import ImportList
from .import_status import ImportStatus
from .inspect_notice import InspectNotice
from .inspected_invitation import InspectedInvitation
from .inspected_invitation_invited_by_kind import InspectedInvitationInvitedByKind
from .inspected_invitation_role import InspectedInvitationRole
from .inspected_invitation_status import InspectedInvitationStatus
from .invitation import Invitation
from .invitation_batch_result import InvitationBatchResult
from .invitation_facets import InvitationFacets
from .invitation_list import InvitationList
from .invitation_role import InvitationRole
from .invitation_row_result import InvitationRowResult
from .invitation_row_result_outcome import InvitationRowResultOutcome
from .invitation_status import InvitationStatus
from .invited_user import InvitedUser
from .invited_user_metadata import InvitedUserMetadata
from .invited_user_role import InvitedUserRole
from .invited_user_status import InvitedUserStatus
from .issued_api_key import IssuedApiKey
from .issued_webhook_endpoint import IssuedWebhookEndpoint
from .issued_webhook_endpoint_disabled_reason_type_1 import (
    IssuedWebhookEndpointDisabledReasonType1,
)
from .issued_webhook_endpoint_disabled_reason_type_2_type_1 import (
    IssuedWebhookEndpointDisabledReasonType2Type1,
)
from .issued_webhook_endpoint_disabled_reason_type_3_type_1 import (
    IssuedWebhookEndpointDisabledReasonType3Type1,
)
from .issued_webhook_endpoint_status import IssuedWebhookEndpointStatus
from .job import Job
from .job_import import JobImport
from .job_import_kind import JobImportKind
from .job_list import JobList
from .job_revert import JobRevert
from .job_status import JobStatus
from .job_steps_item import JobStepsItem
from .job_stop import JobStop
from .job_stop_code import JobStopCode
from .job_type import JobType
from .kind_of_resource import KindOfResource
from .kind_of_resource_type import KindOfResourceType
from .kind_of_subject import KindOfSubject
from .kind_of_subject_type import KindOfSubjectType
from .limit_usage import LimitUsage
from .limits import Limits
from .link_identity import LinkIdentity
from .list_access_request_events_include import ListAccessRequestEventsInclude
from .list_access_request_events_order import ListAccessRequestEventsOrder
from .list_access_requests_of_service_group_status import (
    ListAccessRequestsOfServiceGroupStatus,
)
from .list_access_requests_of_user_status import ListAccessRequestsOfUserStatus
from .list_access_requests_status import ListAccessRequestsStatus
from .list_access_role_events_include import ListAccessRoleEventsInclude
from .list_access_role_events_order import ListAccessRoleEventsOrder
from .list_accounts_order import ListAccountsOrder
from .list_accounts_sort import ListAccountsSort
from .list_accounts_status import ListAccountsStatus
from .list_api_keys_order import ListApiKeysOrder
from .list_api_keys_sort import ListApiKeysSort
from .list_events_include import ListEventsInclude
from .list_events_order import ListEventsOrder
from .list_invitations_order import ListInvitationsOrder
from .list_invitations_role import ListInvitationsRole
from .list_invitations_sort import ListInvitationsSort
from .list_jobs_status import ListJobsStatus
from .list_jobs_type import ListJobsType
from .list_members_order import ListMembersOrder
from .list_members_paths import ListMembersPaths
from .list_members_sort import ListMembersSort
from .list_operator_api_keys_order import ListOperatorApiKeysOrder
from .list_operator_api_keys_sort import ListOperatorApiKeysSort
from .list_service_group_events_include import ListServiceGroupEventsInclude
from .list_service_group_events_order import ListServiceGroupEventsOrder
from .list_service_groups_of_team_order import ListServiceGroupsOfTeamOrder
from .list_service_groups_of_team_sort import ListServiceGroupsOfTeamSort
from .list_service_groups_of_user_order import ListServiceGroupsOfUserOrder
from .list_service_groups_of_user_paths import ListServiceGroupsOfUserPaths
from .list_service_groups_order import ListServiceGroupsOrder
from .list_service_groups_sort import ListServiceGroupsSort
from .list_team_events_include import ListTeamEventsInclude
from .list_team_events_order import ListTeamEventsOrder
from .list_team_members_order import ListTeamMembersOrder
from .list_team_members_sort import ListTeamMembersSort
from .list_teams_order import ListTeamsOrder
from .list_user_events_include import ListUserEventsInclude
from .list_user_events_order import ListUserEventsOrder
from .list_users_order import ListUsersOrder
from .list_users_paths import ListUsersPaths
from .list_users_role import ListUsersRole
from .list_users_sort import ListUsersSort
from .list_users_status import ListUsersStatus
from .list_webhook_deliveries_status import ListWebhookDeliveriesStatus
from .list_webhook_endpoints_order import ListWebhookEndpointsOrder
from .list_webhook_endpoints_sort import ListWebhookEndpointsSort
from .list_webhook_endpoints_status import ListWebhookEndpointsStatus
from .liveness import Liveness
from .liveness_status import LivenessStatus
from .log import Log
from .log_batch import LogBatch
from .log_line import LogLine
from .log_stream import LogStream
from .log_stream_disabled_reason_type_1 import LogStreamDisabledReasonType1
from .log_stream_disabled_reason_type_2_type_1 import LogStreamDisabledReasonType2Type1
from .log_stream_disabled_reason_type_3_type_1 import LogStreamDisabledReasonType3Type1
from .log_stream_form import LogStreamForm
from .log_stream_list import LogStreamList
from .log_stream_refusal import LogStreamRefusal
from .log_stream_status import LogStreamStatus
from .log_stream_with_health import LogStreamWithHealth
from .log_stream_with_health_disabled_reason_type_1 import (
    LogStreamWithHealthDisabledReasonType1,
)
from .log_stream_with_health_disabled_reason_type_2_type_1 import (
    LogStreamWithHealthDisabledReasonType2Type1,
)
from .log_stream_with_health_disabled_reason_type_3_type_1 import (
    LogStreamWithHealthDisabledReasonType3Type1,
)
from .log_stream_with_health_form import LogStreamWithHealthForm
from .log_stream_with_health_status import LogStreamWithHealthStatus
from .managed_service_group import ManagedServiceGroup
from .managed_service_group_list import ManagedServiceGroupList
from .managed_service_group_ref import ManagedServiceGroupRef
from .manager import Manager
from .manager_list import ManagerList
from .matrix import Matrix
from .matrix_group import MatrixGroup
from .matrix_row import MatrixRow
from .matrix_row_cells import MatrixRowCells
from .matrix_row_team_cells import MatrixRowTeamCells
from .matrix_user import MatrixUser
from .matrix_user_role import MatrixUserRole
from .matrix_user_status import MatrixUserStatus
from .me import Me
from .me_kind import MeKind
from .me_role_type_1 import MeRoleType1
from .me_role_type_2_type_1 import MeRoleType2Type1
from .me_role_type_3_type_1 import MeRoleType3Type1
from .member_service_group import MemberServiceGroup
from .member_user import MemberUser
from .member_user_role import MemberUserRole
from .member_user_status import MemberUserStatus
from .membership import Membership
from .membership_change import MembershipChange
from .membership_change_action import MembershipChangeAction
from .membership_change_terms import MembershipChangeTerms
from .membership_diff import MembershipDiff
from .membership_diff_counts import MembershipDiffCounts
from .membership_difference import MembershipDifference
from .membership_difference_change import MembershipDifferenceChange
from .membership_list import MembershipList
from .membership_rules import MembershipRules
from .membership_rules_approvers import MembershipRulesApprovers
from .membership_terms import MembershipTerms
from .metered_usage import MeteredUsage
from .metered_usage_list import MeteredUsageList
from .notice import Notice
from .notice_kind import NoticeKind
from .notice_recipient import NoticeRecipient
from .notice_status_type_1 import NoticeStatusType1
from .notice_status_type_2_type_1 import NoticeStatusType2Type1
from .notice_status_type_3_type_1 import NoticeStatusType3Type1
from .offered_access_role import OfferedAccessRole
from .open_notice import OpenNotice
from .open_request_count import OpenRequestCount
from .opened_service_group import OpenedServiceGroup
from .part_of_path import PartOfPath
from .part_of_path_kind import PartOfPathKind
from .partial_evaluation import PartialEvaluation
from .partial_evaluation_context import PartialEvaluationContext
from .permission import Permission
from .problem import Problem
from .problem_code import ProblemCode
from .problem_current import ProblemCurrent
from .problem_errors_item import ProblemErrorsItem
from .protected_resource import ProtectedResource
from .published_event import PublishedEvent
from .published_event_data import PublishedEventData
from .published_event_datacontenttype import PublishedEventDatacontenttype
from .published_event_specversion import PublishedEventSpecversion
from .read_snapshot_form import ReadSnapshotForm
from .readiness import Readiness
from .readiness_status import ReadinessStatus
from .recover_webhooks import RecoverWebhooks
from .recovered_webhooks import RecoveredWebhooks
from .refuse_access_request import RefuseAccessRequest
from .refused_row import RefusedRow
from .refused_row_list import RefusedRowList
from .replace_access_roles import ReplaceAccessRoles
from .replace_service_groups import ReplaceServiceGroups
from .replace_stream_secret import ReplaceStreamSecret
from .replaced_service_groups import ReplacedServiceGroups
from .replay_log_stream import ReplayLogStream
from .request_access import RequestAccess
from .requestable_access_role import RequestableAccessRole
from .requestable_service_group import RequestableServiceGroup
from .requestable_service_group_list import RequestableServiceGroupList
from .requesting_user import RequestingUser
from .requesting_user_status import RequestingUserStatus
from .resource import Resource
from .resource_properties import ResourceProperties
from .resource_search import ResourceSearch
from .resource_search_context import ResourceSearchContext
from .resource_type import ResourceType
from .reverted_change import RevertedChange
from .role_facet import RoleFacet
from .rotate_api_key import RotateApiKey
from .rotate_webhook_secret import RotateWebhookSecret
from .row_problem import RowProblem
from .row_result import RowResult
from .row_result_outcome import RowResultOutcome
from .scim_key import ScimKey
from .scim_refusal import ScimRefusal
from .scim_set_up import ScimSetUp
from .scope import Scope
from .scope_level import ScopeLevel
from .scope_list import ScopeList
from .search_answer import SearchAnswer
from .search_group import SearchGroup
from .search_group_kind import SearchGroupKind
from .search_hit import SearchHit
from .search_page import SearchPage
from .search_result import SearchResult
from .service_group import ServiceGroup
from .service_group_list import ServiceGroupList
from .service_group_metadata import ServiceGroupMetadata
from .session import Session
from .session_list import SessionList
from .sign_in_rule import SignInRule
from .status_facet import StatusFacet
from .subject import Subject
from .subject_properties import SubjectProperties
from .subject_search import SubjectSearch
from .subject_search_context import SubjectSearchContext
from .subject_type import SubjectType
from .team import Team
from .team_access import TeamAccess
from .team_access_list import TeamAccessList
from .team_list import TeamList
from .team_member import TeamMember
from .team_member_change import TeamMemberChange
from .team_member_list import TeamMemberList
from .team_member_terms import TeamMemberTerms
from .team_metadata import TeamMetadata
from .team_reference import TeamReference
from .teams_of_service_group import TeamsOfServiceGroup
from .teams_of_user import TeamsOfUser
from .total import Total
from .usage import Usage
from .user import User
from .user_facets import UserFacets
from .user_list import UserList
from .user_metadata import UserMetadata
from .user_role import UserRole
from .user_status import UserStatus
from .webhook_attempt import WebhookAttempt
from .webhook_delivery import WebhookDelivery
from .webhook_delivery_list import WebhookDeliveryList
from .webhook_delivery_status import WebhookDeliveryStatus
from .webhook_delivery_with_event import WebhookDeliveryWithEvent
from .webhook_delivery_with_event_event import WebhookDeliveryWithEventEvent
from .webhook_delivery_with_event_status import WebhookDeliveryWithEventStatus
from .webhook_endpoint import WebhookEndpoint
from .webhook_endpoint_disabled_reason_type_1 import WebhookEndpointDisabledReasonType1
from .webhook_endpoint_disabled_reason_type_2_type_1 import (
    WebhookEndpointDisabledReasonType2Type1,
)
from .webhook_endpoint_disabled_reason_type_3_type_1 import (
    WebhookEndpointDisabledReasonType3Type1,
)
from .webhook_endpoint_facets import WebhookEndpointFacets
from .webhook_endpoint_list import WebhookEndpointList
from .webhook_endpoint_status import WebhookEndpointStatus
from .webhook_endpoint_with_health import WebhookEndpointWithHealth
from .webhook_endpoint_with_health_disabled_reason_type_1 import (
    WebhookEndpointWithHealthDisabledReasonType1,
)
from .webhook_endpoint_with_health_disabled_reason_type_2_type_1 import (
    WebhookEndpointWithHealthDisabledReasonType2Type1,
)
from .webhook_endpoint_with_health_disabled_reason_type_3_type_1 import (
    WebhookEndpointWithHealthDisabledReasonType3Type1,
)
from .webhook_endpoint_with_health_status import WebhookEndpointWithHealthStatus
from .webhook_statistics import WebhookStatistics
from .webhook_status_facet import WebhookStatusFacet

__all__ = (
    "AcceptInvitation",
    "AcceptedInvitation",
    "AccessPath",
    "AccessRequest",
    "AccessRequestList",
    "AccessRequestStatus",
    "AccessRole",
    "AccessRoleInput",
    "AccessRoleReference",
    "AccessRoleSet",
    "Account",
    "AccountCounts",
    "AccountFacets",
    "AccountLeaf",
    "AccountList",
    "AccountMetadata",
    "AccountStatus",
    "AccountStatusFacet",
    "Action",
    "ActionProperties",
    "ActionSearch",
    "ActionSearchContext",
    "ActionSearchResult",
    "Actor",
    "ActorKind",
    "ActorList",
    "AddedTeamMember",
    "ApiKey",
    "ApiKeyList",
    "ApiKeyReference",
    "ApproveAccessRequest",
    "AuditLog",
    "AuthZenConfiguration",
    "BatchLine",
    "BatchResult",
    "BulkJob",
    "BulkJobAction",
    "BulkJobRoleType1",
    "BulkJobRoleType2Type1",
    "BulkJobRoleType3Type1",
    "BulkQuery",
    "BulkQueryRole",
    "BulkQueryStatus",
    "Candidate",
    "CandidateList",
    "CandidateStatus",
    "ChangeAccount",
    "ChangeAccountMetadataType0",
    "ChangeLogStream",
    "ChangeLogStreamEventTypesItem",
    "ChangeLogStreamForm",
    "ChangeMembers",
    "ChangeMemberships",
    "ChangeProblem",
    "ChangeResult",
    "ChangeResultAction",
    "ChangeResultOutcome",
    "ChangeServiceGroup",
    "ChangeServiceGroupMetadataType0",
    "ChangeTeam",
    "ChangeTeamMetadataType0",
    "ChangeUser",
    "ChangeUserMetadataType0",
    "ChangeUserRole",
    "ChangeWarning",
    "ChangeWarningCode",
    "ChangeWebhookEndpoint",
    "ChangeWebhookEndpointEventTypesItem",
    "ChangedLimits",
    "ChangedMembershipRules",
    "ChangedMembershipRulesApproversType1",
    "ChangedMembershipRulesApproversType2Type1",
    "ChangedMembershipRulesApproversType3Type1",
    "ChangedMemberships",
    "Changes",
    "CreateAccount",
    "CreateAccountMetadata",
    "CreateApiKey",
    "CreateApiKeyScopesItem",
    "CreateBulkJob",
    "CreateBulkJobAction",
    "CreateBulkJobRole",
    "CreateInvitation",
    "CreateInvitationRole",
    "CreateInvitations",
    "CreateLogStream",
    "CreateLogStreamEventTypesItem",
    "CreateLogStreamForm",
    "CreateServiceGroup",
    "CreateServiceGroupMetadata",
    "CreateTeam",
    "CreateTeamMetadata",
    "CreateUser",
    "CreateUserMetadata",
    "CreateUserRole",
    "CreateUserStatus",
    "CreateUsers",
    "CreateWebhookEndpoint",
    "CreateWebhookEndpointEventTypesItem",
    "CreatedTeam",
    "CreatedTeamMetadata",
    "Decision",
    "DecisionContext",
    "DecisionContextReason",
    "Decisions",
    "DiffMembersOrder",
    "DiffMembershipsOrder",
    "DiffServiceGroupsOfUserOrder",
    "EvaluationError",
    "EvaluationRequest",
    "EvaluationRequestContext",
    "EvaluationsRequest",
    "EvaluationsRequestContext",
    "EvaluationsRequestOptions",
    "Event",
    "EventData",
    "EventList",
    "EventProof",
    "EventType",
    "EventTypeExampleEvent",
    "EventTypeList",
    "ExplainedPath",
    "ExplainedReason",
    "ExplainedReasonCode",
    "Explanation",
    "ExportRowsFormat",
    "ExportRowsRole",
    "ExportRowsStatus",
    "Found",
    "FoundAction",
    "FoundName",
    "FoundPage",
    "FoundType",
    "GetEventInclude",
    "GetMembershipMatrixOrder",
    "Identity",
    "IdentityList",
    "Import",
    "ImportColumn",
    "ImportErrorList",
    "ImportError_",
    "ImportField",
    "ImportInspection",
    "ImportInspectionFormat",
    "ImportInspectionKind",
    "ImportKind",
    "ImportList",
    "ImportStatus",
    "InspectNotice",
    "InspectedInvitation",
    "InspectedInvitationInvitedByKind",
    "InspectedInvitationRole",
    "InspectedInvitationStatus",
    "Invitation",
    "InvitationBatchResult",
    "InvitationFacets",
    "InvitationList",
    "InvitationRole",
    "InvitationRowResult",
    "InvitationRowResultOutcome",
    "InvitationStatus",
    "InvitedUser",
    "InvitedUserMetadata",
    "InvitedUserRole",
    "InvitedUserStatus",
    "IssuedApiKey",
    "IssuedWebhookEndpoint",
    "IssuedWebhookEndpointDisabledReasonType1",
    "IssuedWebhookEndpointDisabledReasonType2Type1",
    "IssuedWebhookEndpointDisabledReasonType3Type1",
    "IssuedWebhookEndpointStatus",
    "Job",
    "JobImport",
    "JobImportKind",
    "JobList",
    "JobRevert",
    "JobStatus",
    "JobStepsItem",
    "JobStop",
    "JobStopCode",
    "JobType",
    "KindOfResource",
    "KindOfResourceType",
    "KindOfSubject",
    "KindOfSubjectType",
    "LimitUsage",
    "Limits",
    "LinkIdentity",
    "ListAccessRequestEventsInclude",
    "ListAccessRequestEventsOrder",
    "ListAccessRequestsOfServiceGroupStatus",
    "ListAccessRequestsOfUserStatus",
    "ListAccessRequestsStatus",
    "ListAccessRoleEventsInclude",
    "ListAccessRoleEventsOrder",
    "ListAccountsOrder",
    "ListAccountsSort",
    "ListAccountsStatus",
    "ListApiKeysOrder",
    "ListApiKeysSort",
    "ListEventsInclude",
    "ListEventsOrder",
    "ListInvitationsOrder",
    "ListInvitationsRole",
    "ListInvitationsSort",
    "ListJobsStatus",
    "ListJobsType",
    "ListMembersOrder",
    "ListMembersPaths",
    "ListMembersSort",
    "ListOperatorApiKeysOrder",
    "ListOperatorApiKeysSort",
    "ListServiceGroupEventsInclude",
    "ListServiceGroupEventsOrder",
    "ListServiceGroupsOfTeamOrder",
    "ListServiceGroupsOfTeamSort",
    "ListServiceGroupsOfUserOrder",
    "ListServiceGroupsOfUserPaths",
    "ListServiceGroupsOrder",
    "ListServiceGroupsSort",
    "ListTeamEventsInclude",
    "ListTeamEventsOrder",
    "ListTeamMembersOrder",
    "ListTeamMembersSort",
    "ListTeamsOrder",
    "ListUserEventsInclude",
    "ListUserEventsOrder",
    "ListUsersOrder",
    "ListUsersPaths",
    "ListUsersRole",
    "ListUsersSort",
    "ListUsersStatus",
    "ListWebhookDeliveriesStatus",
    "ListWebhookEndpointsOrder",
    "ListWebhookEndpointsSort",
    "ListWebhookEndpointsStatus",
    "Liveness",
    "LivenessStatus",
    "Log",
    "LogBatch",
    "LogLine",
    "LogStream",
    "LogStreamDisabledReasonType1",
    "LogStreamDisabledReasonType2Type1",
    "LogStreamDisabledReasonType3Type1",
    "LogStreamForm",
    "LogStreamList",
    "LogStreamRefusal",
    "LogStreamStatus",
    "LogStreamWithHealth",
    "LogStreamWithHealthDisabledReasonType1",
    "LogStreamWithHealthDisabledReasonType2Type1",
    "LogStreamWithHealthDisabledReasonType3Type1",
    "LogStreamWithHealthForm",
    "LogStreamWithHealthStatus",
    "ManagedServiceGroup",
    "ManagedServiceGroupList",
    "ManagedServiceGroupRef",
    "Manager",
    "ManagerList",
    "Matrix",
    "MatrixGroup",
    "MatrixRow",
    "MatrixRowCells",
    "MatrixRowTeamCells",
    "MatrixUser",
    "MatrixUserRole",
    "MatrixUserStatus",
    "Me",
    "MeKind",
    "MeRoleType1",
    "MeRoleType2Type1",
    "MeRoleType3Type1",
    "MemberServiceGroup",
    "MemberUser",
    "MemberUserRole",
    "MemberUserStatus",
    "Membership",
    "MembershipChange",
    "MembershipChangeAction",
    "MembershipChangeTerms",
    "MembershipDiff",
    "MembershipDiffCounts",
    "MembershipDifference",
    "MembershipDifferenceChange",
    "MembershipList",
    "MembershipRules",
    "MembershipRulesApprovers",
    "MembershipTerms",
    "MeteredUsage",
    "MeteredUsageList",
    "Notice",
    "NoticeKind",
    "NoticeRecipient",
    "NoticeStatusType1",
    "NoticeStatusType2Type1",
    "NoticeStatusType3Type1",
    "OfferedAccessRole",
    "OpenNotice",
    "OpenRequestCount",
    "OpenedServiceGroup",
    "PartOfPath",
    "PartOfPathKind",
    "PartialEvaluation",
    "PartialEvaluationContext",
    "Permission",
    "Problem",
    "ProblemCode",
    "ProblemCurrent",
    "ProblemErrorsItem",
    "ProtectedResource",
    "PublishedEvent",
    "PublishedEventData",
    "PublishedEventDatacontenttype",
    "PublishedEventSpecversion",
    "ReadSnapshotForm",
    "Readiness",
    "ReadinessStatus",
    "RecoverWebhooks",
    "RecoveredWebhooks",
    "RefuseAccessRequest",
    "RefusedRow",
    "RefusedRowList",
    "ReplaceAccessRoles",
    "ReplaceServiceGroups",
    "ReplaceStreamSecret",
    "ReplacedServiceGroups",
    "ReplayLogStream",
    "RequestAccess",
    "RequestableAccessRole",
    "RequestableServiceGroup",
    "RequestableServiceGroupList",
    "RequestingUser",
    "RequestingUserStatus",
    "Resource",
    "ResourceProperties",
    "ResourceSearch",
    "ResourceSearchContext",
    "ResourceType",
    "RevertedChange",
    "RoleFacet",
    "RotateApiKey",
    "RotateWebhookSecret",
    "RowProblem",
    "RowResult",
    "RowResultOutcome",
    "ScimKey",
    "ScimRefusal",
    "ScimSetUp",
    "Scope",
    "ScopeLevel",
    "ScopeList",
    "SearchAnswer",
    "SearchGroup",
    "SearchGroupKind",
    "SearchHit",
    "SearchPage",
    "SearchResult",
    "ServiceGroup",
    "ServiceGroupList",
    "ServiceGroupMetadata",
    "Session",
    "SessionList",
    "SignInRule",
    "StatusFacet",
    "Subject",
    "SubjectProperties",
    "SubjectSearch",
    "SubjectSearchContext",
    "SubjectType",
    "Team",
    "TeamAccess",
    "TeamAccessList",
    "TeamList",
    "TeamMember",
    "TeamMemberChange",
    "TeamMemberList",
    "TeamMemberTerms",
    "TeamMetadata",
    "TeamReference",
    "TeamsOfServiceGroup",
    "TeamsOfUser",
    "Total",
    "Usage",
    "User",
    "UserFacets",
    "UserList",
    "UserMetadata",
    "UserRole",
    "UserStatus",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookDeliveryStatus",
    "WebhookDeliveryWithEvent",
    "WebhookDeliveryWithEventEvent",
    "WebhookDeliveryWithEventStatus",
    "WebhookEndpoint",
    "WebhookEndpointDisabledReasonType1",
    "WebhookEndpointDisabledReasonType2Type1",
    "WebhookEndpointDisabledReasonType3Type1",
    "WebhookEndpointFacets",
    "WebhookEndpointList",
    "WebhookEndpointStatus",
    "WebhookEndpointWithHealth",
    "WebhookEndpointWithHealthDisabledReasonType1",
    "WebhookEndpointWithHealthDisabledReasonType2Type1",
    "WebhookEndpointWithHealthDisabledReasonType3Type1",
    "WebhookEndpointWithHealthStatus",
    "WebhookStatistics",
    "WebhookStatusFacet",
)
