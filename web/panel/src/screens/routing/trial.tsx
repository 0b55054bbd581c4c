import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TrialAnswer, TrialBody } from '../../../../../src/panel/routing/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money, some } from '../../ui/text/format.ts';
import styles from './routing.module.css';

type Trial = NonNullable<TrialAnswer['trial']>;
const MOST_SHOWN = 10;

/** What rules would have made of the last sales. */
export function LastSalesTrial({
  asked,
  hinder,
}: {
  readonly asked: TrialBody;
  /** Why it cannot be tried now. */
  readonly hinder?: string | undefined;
}) {
  const test = useMutation({ mutationFn: () => call('POST /routing/test', { body: asked }) });
  return (
    <Sheet>
      <Section title="Testar nas últimas vendas">
        <p className="soft">
          Mostra para onde iriam as últimas vendas com cartão, até 1.000, com as contas de hoje. Não vende
          nada.
        </p>
        <div className={styles.buttons}>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={hinder !== undefined}
            onClick={() => test.mutate()}
          >
            Testar
          </Button>
          {hinder && <span className="soft">{hinder}</span>}
        </div>
        {test.error && <ErrorNotice error={test.error} />}
        <div role="status">{test.data?.trial && <TrialResult trial={test.data.trial} />}</div>
      </Section>
    </Sheet>
  );
}

function TrialResult({ trial }: { readonly trial: Trial }) {
  const { full } = useFormats();
  const { sales, moved, uncertain, accounts, changes } = trial;
  if (sales === 0) return <p>Ainda não há vendas com cartão para testar.</p>;
  return (
    <div className={styles.trial}>
      <p>
        <b>{movedText(moved, sales)}</b>
        {uncertain > 0 &&
          ` ${some(uncertain, 'venda depende', 'vendas dependem')} de um BIN de 7 ou 8 dígitos: das vendas ficam salvos só 6.`}
      </p>
      <PlainTable headings={['Conta', 'Hoje', 'Com estas regras']}>
        {accounts.map(({ account, today, tried }) => (
          <tr key={account}>
            <td>{account}</td>
            <td>{today}</td>
            <td>{tried}</td>
          </tr>
        ))}
      </PlainTable>
      {changes.length > 0 && (
        <PlainTable headings={['Venda', 'Hoje', 'Com estas regras']}>
          {changes.slice(0, MOST_SHOWN).map(({ transactionId, createdAt, amount, from, to, rule }) => (
            <tr key={transactionId}>
              <td>
                <Link to="/vendas/$id" params={{ id: transactionId }}>
                  {money(amount)}
                </Link>
                <div className="soft">{full(createdAt)}</div>
              </td>
              <td>{from}</td>
              <td>
                {to}
                <div className="soft">{rule ?? 'conta padrão'}</div>
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </div>
  );
}

/** "12 das últimas 340 vendas iriam para outra conta." */
export function movedText(moved: number, sales: number): string {
  if (sales === 1)
    return moved === 1 ? 'A última venda iria para outra conta.' : 'A última venda não mudaria de conta.';
  if (moved === 0) return `Nenhuma das últimas ${some(sales, 'venda', 'vendas')} mudaria de conta.`;
  return `${moved} das últimas ${some(sales, 'venda', 'vendas')} ${moved === 1 ? 'iria' : 'iriam'} para outra conta.`;
}
