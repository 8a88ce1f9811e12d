/** RFC 9728. */
export class ProtectedResourceDto {
  resource!: string;
  /** The issuers whose tokens are accepted. */
  authorization_servers!: string[];
  bearer_methods_supported!: string[];
  resource_documentation!: string;
}

/** AuthZEN 1.0, section 9. */
export class AuthZenConfigurationDto {
  policy_decision_point!: string;
  access_evaluation_endpoint!: string;
  access_evaluations_endpoint!: string;
  search_subject_endpoint!: string;
  search_resource_endpoint!: string;
  search_action_endpoint!: string;
}
