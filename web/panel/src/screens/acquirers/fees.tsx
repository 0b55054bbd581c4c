import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { FeeVersion } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { dayText } from '../receivables/receivable-words.ts';
import styles from './acquirers.module.css';
import { feeLabel, percentText } from './fee-values.ts';

/** What an account costs: the versions of its fee table, newest first. */
export function FeesScreen() {
  const { id } = useParams({ from: '/inside/adquirentes/$id/taxas' });
  const mayWrite = useMay('platform.acquirers.write');
  const fees = useQuery({
    queryKey: ['fees', id],
    queryFn: ({ signal }) => call('GET /acquirers/:id/fees', { path: { id }, signal }),
  });
  if (fees.error) return <ErrorNotice error={fees.error} onRetry={() => fees.refetch()} />;
  if (!fees.data) return <Loading />;
  const { account, items } = fees.data;
  return (
    <>
      <BackLink to={`/adquirentes/${id}`} label={`${account.provider} de ${account.shop}`} />
      <ScreenHead title="Taxas">
        {mayWrite && (
          <Button component={Link} to={`/adquirentes/${id}/taxas/nova`}>
            Nova tabela
          </Button>
        )}
      </ScreenHead>
      <div className={styles.sheets}>
        <p className="soft">
          O que {account.provider} desconta de cada venda, para calcular o que {account.shop} vai receber.
        </p>
        {items.length === 0 && (
          <Sheet>
            <Section title="Nenhuma tabela ainda">
              <p>Sem taxas, o líquido que se espera é igual ao valor da venda.</p>
            </Section>
          </Sheet>
        )}
        {items.map((version) => (
          <Version key={version.from} version={version} />
        ))}
      </div>
    </>
  );
}

function Version({ version: { from, lines, prepayment, saidAt } }: { readonly version: FeeVersion }) {
  const formats = useFormats();
  return (
    <Sheet>
      <Section title={`Vendas desde ${dayText(from)}`}>
        <PlainTable headings={['Forma', 'Por cento', 'Por venda']}>
          {lines.map((line) => (
            <tr key={feeLabel(line)}>
              <td>{feeLabel(line)}</td>
              <td>{percentText(line.percent)}</td>
              <td>{money(line.fixed)}</td>
            </tr>
          ))}
        </PlainTable>
        <p className="soft">
          {prepayment !== null &&
            `Crédito antecipado, em ${prepayment === 1 ? '1 dia útil' : '2 dias úteis'}. `}
          Informada em {formats.minute(saidAt)}.
        </p>
      </Section>
    </Sheet>
  );
}
