import type { AcquirerHealthRow, InstanceRow, JobRow } from '../../../../../src/panel/health/schema.ts';
import { useFormats } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { age } from '../../ui/text/age.ts';
import styles from './health.module.css';
import { STATE_LOOK, shortDuration } from './health-words.ts';

const NEVER_FAILS = { error: null, onRetry: () => undefined } as const;
const ALIVE = { label: 'Atendendo', tone: 'good', icon: 'check' } as const;
const DEAD = { label: 'Parou', tone: 'idle', icon: 'cross' } as const;

const JOB_COLUMNS: readonly ListColumn<JobRow>[] = [
  { id: 'title', header: 'Tarefa', cell: ({ row }) => <JobName job={row.original} /> },
  {
    id: 'state',
    header: 'Resultado',
    cell: ({ row }) => <Badge {...STATE_LOOK[row.original.state]} />,
  },
  { id: 'ended', header: 'Última vez', cell: ({ row }) => age(row.original.endedAt) },
  { id: 'duration', header: 'Durou', cell: ({ row }) => shortDuration(row.original.durationMs) },
  { id: 'every', header: 'A cada', cell: ({ row }) => shortDuration(row.original.everyMs) },
  {
    id: 'instance',
    header: 'Instância',
    cell: ({ row }) => <span className="mono">{row.original.instance}</span>,
  },
];

/** The leased jobs, which one instance runs for all. */
export function JobList({ jobs }: { readonly jobs: readonly JobRow[] }) {
  return (
    <DataList<JobRow>
      caption="Tarefas"
      columns={JOB_COLUMNS}
      rows={jobs}
      rowKey={({ name }) => name}
      {...NEVER_FAILS}
      card={(job) => (
        <div className={styles.card}>
          <div className={styles.cardHead}>
            <JobName job={job} />
            <Badge {...STATE_LOOK[job.state]} />
          </div>
          <p className="soft">
            {age(job.endedAt)} · durou {shortDuration(job.durationMs)}
          </p>
        </div>
      )}
      empty="Nenhuma tarefa rodou ainda: a primeira roda segundos depois do início."
    />
  );
}

function JobName({ job }: { readonly job: JobRow }) {
  return (
    <div className={styles.job}>
      <b>{job.title}</b>
      {job.error !== null && (
        <p className={styles.error}>
          {job.error}
          {job.okAt !== null && ` (deu certo pela última vez ${age(job.okAt)})`}
        </p>
      )}
    </div>
  );
}

const ACQUIRER_COLUMNS: readonly ListColumn<AcquirerHealthRow>[] = [
  { id: 'provider', header: 'Adquirente', cell: ({ row }) => <b>{row.original.provider}</b> },
  { id: 'state', header: 'Estado', cell: ({ row }) => <Badge {...STATE_LOOK[row.original.state]} /> },
  { id: 'sales', header: 'Vendas', cell: ({ row }) => row.original.sales },
  { id: 'answered', header: 'Respondidas', cell: ({ row }) => row.original.answered },
  { id: 'unanswered', header: 'Sem resposta', cell: ({ row }) => row.original.unanswered },
  { id: 'last', header: 'Última venda', cell: ({ row }) => age(row.original.lastSaleAt) },
];

/** Outcomes of the newest sales of all shops, by acquirer. */
export function AcquirerList({ acquirers }: { readonly acquirers: readonly AcquirerHealthRow[] }) {
  return (
    <DataList<AcquirerHealthRow>
      caption="Adquirentes"
      columns={ACQUIRER_COLUMNS}
      rows={acquirers}
      rowKey={({ provider }) => provider}
      {...NEVER_FAILS}
      card={(one) => (
        <div className={styles.card}>
          <div className={styles.cardHead}>
            <b>{one.provider}</b>
            <Badge {...STATE_LOOK[one.state]} />
          </div>
          <p className="soft">
            {one.answered} de {one.sales} respondidas · última venda {age(one.lastSaleAt)}
          </p>
        </div>
      )}
      empty="Nenhuma venda desde ontem."
    />
  );
}

/** The running instances, and those that died in the last day. */
export function InstanceList({ instances }: { readonly instances: readonly InstanceRow[] }) {
  const { full } = useFormats();
  const columns: readonly ListColumn<InstanceRow>[] = [
    { id: 'host', header: 'Máquina', cell: ({ row }) => <InstanceName instance={row.original} /> },
    { id: 'state', header: 'Estado', cell: ({ row }) => <Badge {...(row.original.alive ? ALIVE : DEAD)} /> },
    { id: 'version', header: 'Versão', cell: ({ row }) => row.original.version || '–' },
    { id: 'started', header: 'Início', cell: ({ row }) => full(row.original.startedAt) },
    { id: 'id', header: 'Nome', cell: ({ row }) => <span className="mono">{row.original.id}</span> },
  ];
  return (
    <DataList<InstanceRow>
      caption="Instâncias"
      columns={columns}
      rows={instances}
      rowKey={({ id }) => id}
      {...NEVER_FAILS}
      card={(one) => (
        <div className={styles.card}>
          <div className={styles.cardHead}>
            <InstanceName instance={one} />
            <Badge {...(one.alive ? ALIVE : DEAD)} />
          </div>
          <p className="soft">
            versão {one.version || '–'} · desde {full(one.startedAt)} · <span className="mono">{one.id}</span>
          </p>
        </div>
      )}
      empty="Nenhuma instância registrada."
    />
  );
}

function InstanceName({ instance: { host, own } }: { readonly instance: InstanceRow }) {
  return (
    <span>
      <b>{host ?? 'Sem nome'}</b>
      {own && <span className="soft"> (responde a você)</span>}
    </span>
  );
}
