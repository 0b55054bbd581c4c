import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ClassSums } from '../../../../../src/panel/reconciliation/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from '../receivables/receivables.module.css';
import { downloadReconciliation } from './download-reconciliation.ts';
import { Payouts } from './payouts.tsx';
import { Readings } from './readings.tsx';
import { ReconciliationLines } from './reconciliation-lines.tsx';
import { readReconciliationSearch } from './reconciliation-search.ts';
import { CLASS_LOOKS, signed } from './reconciliation-words.ts';

const REFRESH_MS = 60_000;

/** What acquirers say that they paid, against what is expected. */
export function ReconciliationScreen() {
  const { classe } = useSearch({ from: '/inside/conciliacao' });
  const navigate = useNavigate({ from: '/conciliacao' });
  const mayExport = useMay('sales.export');
  const found = useQuery({
    queryKey: ['reconciliation-sums'],
    queryFn: ({ signal }) => call('GET /reconciliation/sums', { query: {}, signal }),
    refetchInterval: REFRESH_MS,
  });
  const filter = classe === undefined ? {} : { class: classe };
  return (
    <>
      <ScreenHead title="Conciliação">
        {mayExport && (
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => downloadReconciliation(filter)}
          >
            Baixar CSV
          </Button>
        )}
      </ScreenHead>
      <div className={styles.stack}>
        {found.isError && <ErrorNotice error={found.error} onRetry={() => found.refetch()} />}
        {found.isPending && <Loading />}
        {found.data && (
          <Sheet>
            <Readings readings={found.data.readings} />
            <Sums sums={found.data.items} />
            <Payouts />
          </Sheet>
        )}
        <NativeSelect
          aria-label="Resultado"
          value={classe ?? ''}
          data={[
            { value: '', label: 'Todos os resultados' },
            ...Object.entries(CLASS_LOOKS).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: readReconciliationSearch({ classe: value }), replace: true })
          }
        />
        <ReconciliationLines filter={filter} />
      </div>
    </>
  );
}

function Sums({ sums }: { readonly sums: readonly ClassSums[] }) {
  if (sums.length === 0) return null;
  const ordered = Object.keys(CLASS_LOOKS).flatMap((name) => sums.find((one) => one.class === name) ?? []);
  return (
    <Section title="Por resultado">
      <PlainTable headings={['Resultado', 'Linhas', 'Líquido', 'Diferença']}>
        {ordered.map((one) => (
          <tr key={one.class}>
            <td>
              <Link to="/conciliacao" search={{ classe: one.class }}>
                {one.title}
              </Link>
            </td>
            <td>{one.count}</td>
            <td>{money(one.net)}</td>
            <td>{signed(one.difference, money)}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}
