import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Shift } from '../../../../../src/panel/shifts/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { CashMoveDialog } from './cash-dialog.tsx';
import { CloseShiftDialog } from './close-dialog.tsx';
import { ShiftRoll } from './shift-roll.tsx';
import { ShiftState } from './shift-state.tsx';
import { cashierOf, cashLines, netOf, salesText } from './shift-words.ts';
import styles from './shifts.module.css';

const LOOK_EVERY_MS = 5_000;

/** One opening of a till: what came in and went out, and its closing. */
export function ShiftScreen() {
  const { id } = useParams({ from: '/inside/caixa/fechamentos/$id' });
  const shift = useQuery({
    queryKey: ['till-shift', id],
    queryFn: ({ signal }) => call('GET /till/shifts/:id', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.closedAt === null ? LOOK_EVERY_MS : false),
  });
  return (
    <>
      <BackLink to="/caixa/fechamentos" label="Fechamentos de caixa" />
      {shift.error && <ErrorNotice error={shift.error} onRetry={() => shift.refetch()} />}
      {shift.isPending && <Loading />}
      {shift.data && <Shown shift={shift.data} />}
    </>
  );
}

function Shown({ shift }: { readonly shift: Shift }) {
  const { full, short } = useFormats();
  const closed = shift.closedAt !== null;
  return (
    <>
      <ScreenHead title={`Caixa ${shift.terminalName}`}>
        <ShiftState {...shift} />
      </ScreenHead>
      <p className="soft">
        {cashierOf(shift)} · aberto em {full(shift.openedAt)}
        {shift.closedAt !== null && ` · fechado em ${full(shift.closedAt)}`}
        {shift.closedBy !== null && ` por ${shift.closedBy}`}
      </p>
      {!closed && <Actions shift={shift} />}
      <Columns>
        <Sheet>
          <Split
            figures={[
              [closed ? 'Esperado em dinheiro' : 'Em dinheiro agora', money(shift.expectedCash)],
              ['Contado', shift.countedCash === null ? '–' : money(shift.countedCash)],
              ['Diferença', shift.difference === null ? '–' : money(shift.difference)],
            ]}
          />
          <Section title="Recebido por forma de pagamento">
            {shift.methods.length === 0 ? (
              <p className="soft">Nenhuma venda ainda.</p>
            ) : (
              <Takings headings={['Forma', 'Vendas', 'Total']} rows={shift.methods} />
            )}
          </Section>
          {shift.operators.length > 1 && (
            <Section title="Por operador">
              <Takings headings={['Operador', 'Vendas', 'Total']} rows={shift.operators} />
            </Section>
          )}
          <Section title="Dinheiro na gaveta">
            <PlainTable headings={['O que', 'Valor']}>
              {cashLines(shift).map(([label, cents]) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td>{money(cents)}</td>
                </tr>
              ))}
            </PlainTable>
          </Section>
          {shift.cashMoves.length > 0 && (
            <Section title="Suprimentos e sangrias">
              <PlainTable headings={['Quando', 'Motivo', 'Valor']}>
                {shift.cashMoves.map((move) => (
                  <tr key={`${move.at} ${move.kind} ${move.amount}`}>
                    <td>{short(move.at)}</td>
                    <td>
                      {move.note ?? (move.kind === 'supply' ? 'Suprimento' : 'Sangria')}
                      {move.by !== null && <span className="soft"> · {move.by}</span>}
                    </td>
                    <td>{money(move.kind === 'supply' ? move.amount : -move.amount)}</td>
                  </tr>
                ))}
              </PlainTable>
            </Section>
          )}
          {shift.note !== null && (
            <Section title="Observação">
              <p>{shift.note}</p>
            </Section>
          )}
        </Sheet>
        <section aria-label="Relatório para imprimir" className={styles.report}>
          <Button variant="default" size="md" fullWidth onClick={() => window.print()}>
            Imprimir
          </Button>
          <ShiftRoll shift={shift} />
        </section>
      </Columns>
    </>
  );
}

function Takings(props: { readonly headings: readonly string[]; readonly rows: Shift['methods'] }) {
  return (
    <PlainTable headings={props.headings}>
      {props.rows.map((row) => (
        <tr key={row.name}>
          <td>{row.name}</td>
          <td>{salesText(row)}</td>
          <td>{money(netOf(row))}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** What whoever sells does with an open till. */
function Actions({ shift }: { readonly shift: Shift }) {
  const maySell = useMay('sales.sell');
  const [open, setOpen] = useState<'supply' | 'withdrawal' | 'close'>();
  const onClose = () => setOpen(undefined);
  if (!maySell) return null;
  return (
    <div className={styles.actions}>
      <Button size="md" onClick={() => setOpen('close')}>
        Fechar o caixa
      </Button>
      <Button size="md" variant="default" onClick={() => setOpen('supply')}>
        Pôr dinheiro
      </Button>
      <Button size="md" variant="default" onClick={() => setOpen('withdrawal')}>
        Tirar dinheiro
      </Button>
      {open === 'close' && <CloseShiftDialog shift={shift} onClose={onClose} />}
      {(open === 'supply' || open === 'withdrawal') && (
        <CashMoveDialog shift={shift} kind={open} onClose={onClose} />
      )}
    </div>
  );
}
