import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ClassSums, PayoutRow, ReadingRow } from '../../../../../src/panel/reconciliation/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { dayText, shortDayText } from '../receivables/receivable-words.ts';
import styles from '../receivables/receivables.module.css';
import { downloadReconciliation } from './download-reconciliation.ts';
import { ReconciliationLines } from './reconciliation-lines.tsx';
import { readReconciliationSearch } from './reconciliation-search.ts';
import { CLASS_LOOKS, PAYOUT_STATES, signed } from './reconciliation-words.ts';

const REFRESH_MS = 60_000;
const PAYOUTS = 10;

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
  const payouts = useQuery({
    queryKey: ['payouts'],
    queryFn: ({ signal }) => call('GET /payouts', { query: { limit: PAYOUTS }, signal }),
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
            {payouts.data && <Payouts payouts={payouts.data.items} />}
          </Sheet>
        )}
        <NativeSelect
          aria-label="Classe"
          value={classe ?? ''}
          data={[
            { value: '', label: 'Todas as classes' },
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

function Readings({ readings }: { readonly readings: readonly ReadingRow[] }) {
  if (readings.length === 0) {
    return (
      <Section title="Extratos">
        <p className="soft">
          Nenhum extrato é lido ainda. Quem opera o serviço o liga na conta da adquirente, com o ajuste
          statement=on.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Extratos">
      <ul>
        {readings.map(({ provider, personId, readUntil, progress, problem, corrections }) => (
          <li key={`${provider} ${personId}`}>
            {provider}: {readUntil === null ? 'ainda não lido' : `lido até ${dayText(readUntil)}`}
            {progress !== null && `, lendo ${progress}`}
            {corrections > 0 && `, ${corrections} linhas corrigidas pela adquirente`}
            {problem !== null && `. A última leitura parou: ${problem}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sums({ sums }: { readonly sums: readonly ClassSums[] }) {
  if (sums.length === 0) return null;
  const ordered = Object.keys(CLASS_LOOKS).flatMap((name) => sums.find((one) => one.class === name) ?? []);
  return (
    <Section title="Por classe">
      <PlainTable headings={['Classe', 'Linhas', 'Líquido', 'Diferença']}>
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

function Payouts({ payouts }: { readonly payouts: readonly PayoutRow[] }) {
  if (payouts.length === 0) return null;
  return (
    <Section title="Últimos pagamentos">
      <PlainTable headings={['Dia', 'De quem', 'Situação', 'Líquido']}>
        {payouts.map((one) => (
          <tr key={one.payoutId}>
            <td>
              <Link to="/conciliacao/pagamentos/$id" params={{ id: one.payoutId }}>
                {shortDayText(one.payDay)}
              </Link>
            </td>
            <td>{[one.provider, one.brand].filter(Boolean).join(' ')}</td>
            <td>{PAYOUT_STATES[one.state] ?? 'Outra'}</td>
            <td>{money(one.net)}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}
