import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Health, HealthCheck } from '../../../../../src/panel/health/schema.ts';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './health.module.css';
import { AcquirerList, InstanceList, JobList } from './health-lists.tsx';
import { STATE_LOOK } from './health-words.ts';

const REFRESH_MS = 15_000;

/** The health of each part of the service, with advice about problems. Refreshes by itself. */
export function HealthScreen() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /health', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const { data, error } = health;
  return (
    <>
      <ScreenHead title="Saúde">{data && <Badge {...STATE_LOOK[data.state]} />}</ScreenHead>
      {error && <ErrorNotice error={error} onRetry={() => health.refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && <Parts health={data} />}
    </>
  );
}

function Parts({ health }: { readonly health: Health }) {
  return (
    <>
      <ul className={styles.checks}>
        {health.checks.map((check) => (
          <Check key={check.key} check={check} />
        ))}
      </ul>
      <Part title="Tarefas">
        <JobList jobs={health.jobs} />
      </Part>
      <Part title="Adquirentes, pelas vendas desde ontem">
        <AcquirerList acquirers={health.acquirers} />
      </Part>
      <Part title="Instâncias">
        <InstanceList instances={health.instances} />
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Check({ check }: { readonly check: HealthCheck }) {
  const { label, icon } = STATE_LOOK[check.state];
  return (
    <li className={styles.check}>
      <span className={`${styles.sign} ${styles[check.state]}`}>
        <Icon name={icon} size={15} />
        <span className="visually-hidden">{label}: </span>
      </span>
      <h2>{check.title}</h2>
      <div className={styles.said}>
        <p>{check.text}</p>
        {check.advice !== null && (
          <div className={`${styles.advice} ${styles[check.state]}`}>
            <span>{check.advice}</span>
            {check.link && <Link to={check.link.to}>{check.link.label}</Link>}
          </div>
        )}
      </div>
    </li>
  );
}
