import { type MetricDefinition, PLATFORM_METRICS } from '../platform/index.ts';

/**
 * Every metric of the service but those of Node's own (prom-client). docs/metrics.md lists them, and a test compares the
 * two. Labels never hold what a client sent: their values are few and known.
 */
export const METRICS = {
  ...PLATFORM_METRICS,
  build: {
    name: 'guiche_build_info',
    type: 'gauge',
    help: 'Always 1: version of the service and of Node, mode, database engine and instance',
    labels: ['version', 'node', 'mode', 'database', 'instance_id'],
  },
  refusals: {
    name: 'guiche_refusals_total',
    type: 'counter',
    help: 'Refused requests and internal errors by HTTP status and error code; limits are status 429',
    labels: ['status', 'code'],
  },
  passwordChecks: {
    name: 'guiche_password_checks_total',
    type: 'counter',
    help: 'Checked passwords of logins and confirmations',
    labels: ['result'],
    values: ['right', 'wrong', 'locked'],
  },
  databaseAvailable: {
    name: 'guiche_database_available',
    type: 'gauge',
    help: '0 from the first request that the database made fail until it answers again, otherwise 1',
    labels: [],
  },
  databaseOutages: {
    name: 'guiche_database_outages_total',
    type: 'counter',
    help: 'Outages of the database during which requests were refused',
    labels: [],
  },
  databaseConnectionsLost: {
    name: 'guiche_database_connections_lost_total',
    type: 'counter',
    help: 'Connections to the database that broke',
    labels: [],
  },
  databaseConnections: {
    name: 'guiche_database_connections',
    type: 'gauge',
    help: 'Connections to PostgreSQL by pool (main for payments, aside for long reads) and state: busy, idle',
    labels: ['pool', 'state'],
  },
  databaseMaxConnections: {
    name: 'guiche_database_connections_max',
    type: 'gauge',
    help: 'Most connections that a pool opens',
    labels: ['pool'],
  },
  databaseWaiting: {
    name: 'guiche_database_requests_waiting',
    type: 'gauge',
    help: 'Queries and commits that wait for a connection of the pool',
    labels: ['pool'],
  },
  acquirerRequests: {
    name: 'guiche_acquirer_request_duration_seconds',
    type: 'histogram',
    help: 'Time of a call to an acquirer by provider, operation of the connector and outcome',
    labels: ['provider', 'operation', 'outcome'],
  },
  acquirerOutcomes: {
    name: 'guiche_acquirer_outcomes_total',
    type: 'counter',
    help: 'Outcomes of authorizations; refused_before_sending never reached the acquirer',
    labels: ['provider', 'outcome'],
  },
  acquirerMovements: {
    name: 'guiche_acquirer_movements_total',
    type: 'counter',
    help: 'Outcomes of captures, voids and refunds',
    labels: ['provider', 'movement', 'outcome'],
  },
  acquirerDeclines: {
    name: 'guiche_acquirer_declines_total',
    type: 'counter',
    help: 'Declined authorizations by decline class, which says what can be done about them',
    labels: ['provider', 'decline_class'],
  },
  authentications: {
    name: 'guiche_authentications_total',
    type: 'counter',
    help: '3-D Secure: sales sent to authentication (started), and how those that came back ended: approved, failed, declined',
    labels: ['provider', 'result'],
  },
  storedCards: {
    name: 'guiche_stored_card_outcomes_total',
    type: 'counter',
    help: 'Outcomes of requests to keep a card',
    labels: ['provider', 'outcome'],
  },
  heldTries: {
    name: 'guiche_checkout_held_tries_total',
    type: 'counter',
    help: 'Tries on hosted pages held back as card testing, by the limit that did so',
    labels: ['limit'],
    values: ['address', 'merchant', 'link'],
  },
  postbackTries: {
    name: 'guiche_postback_tries_total',
    type: 'counter',
    help: 'Tries to deliver a postback; late are those whose claim had run out',
    labels: ['result'],
    values: ['delivered', 'retry', 'failed', 'interrupted', 'late'],
  },
  postbacksWaiting: {
    name: 'guiche_postbacks_waiting',
    type: 'gauge',
    help: 'Postbacks to be delivered, now or later, counted up to 100,000',
    labels: [],
  },
  postbacksOldest: {
    name: 'guiche_postbacks_oldest_seconds',
    type: 'gauge',
    help: 'Age of the oldest postback that waits',
    labels: [],
  },
  recoveryOpen: {
    name: 'guiche_recovery_open',
    type: 'gauge',
    help: 'Unknown outcomes that recovery is resolving',
    labels: [],
  },
  recoveryNeedsAttention: {
    name: 'guiche_recovery_needs_attention',
    type: 'gauge',
    help: 'Transactions that only the operator can end',
    labels: [],
  },
  recoveryOverdue: {
    name: 'guiche_recovery_overdue_seconds',
    type: 'gauge',
    help: 'How late the most overdue case of recovery is',
    labels: [],
  },
  tillSalesNeedAttention: {
    name: 'guiche_till_sales_need_attention',
    type: 'gauge',
    help: 'Sales of tills whose payment client took them and stopped answering: a person settles them',
    labels: [],
  },
  registrationsWaiting: {
    name: 'guiche_registrations_waiting',
    type: 'gauge',
    help: 'Persons registered without a key that wait for activation',
    labels: [],
  },
  registrationsLost: {
    name: 'guiche_registrations_lost_total',
    type: 'counter',
    help: 'Registrations without a key that were refused, or dropped for newer ones',
    labels: ['how'],
    values: ['refused', 'dropped'],
  },
  jobFailures: {
    name: 'guiche_job_failures_total',
    type: 'counter',
    help: 'Failed runs of background jobs in this instance',
    labels: ['job_name'],
  },
  diskFree: {
    name: 'guiche_disk_free_bytes',
    type: 'gauge',
    help: 'Free space of the file system with the data folder',
    labels: [],
  },
  diskSize: {
    name: 'guiche_disk_size_bytes',
    type: 'gauge',
    help: 'Size of the file system with the data folder',
    labels: [],
  },
  lastBackup: {
    name: 'guiche_backup_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'When guiche backup last finished, in seconds since 1970; absent before the first and on PostgreSQL',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>;
