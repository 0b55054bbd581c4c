import type { Shift } from '../../../../../src/panel/shifts/schema.ts';
import { useReceiptShop } from '../../session/receipt-shop.ts';
import { useFormats } from '../../session/session.ts';
import { ShareText } from '../../ui/feedback/share-text.tsx';
import { Roll, RollCentered, RollHead, RollLine, RollPage } from '../../ui/screens/roll.tsx';
import { documentLine } from '../../ui/text/document-line.ts';
import { cashierOf, cashLines, differenceText, netOf, salesText, shiftText } from './shift-words.ts';

/** The report of a shift as printed. */
export function ShiftRoll({ shift }: { readonly shift: Shift }) {
  const shop = useReceiptShop();
  const { full } = useFormats();
  const share = <ShareText label="Enviar o relatório" text={shiftText(shift, shop, full)} />;
  return (
    <Roll actions={share}>
      <RollPage>
        <RollHead>{shop.name}</RollHead>
        {shop.document && <RollCentered>{documentLine(shop.document)}</RollCentered>}
        {shop.isTest && <RollHead>TESTE: sem valor</RollHead>}
        <RollHead>{shift.closedAt === null ? 'Conferência de caixa' : 'Fechamento de caixa'}</RollHead>
        <p>
          {shift.terminalName} · {cashierOf(shift)}
        </p>
        <p>Aberto em {full(shift.openedAt)}</p>
        {shift.closedAt !== null && (
          <p>
            Fechado em {full(shift.closedAt)}
            {shift.closedBy !== null && ` por ${shift.closedBy}`}
          </p>
        )}
        {shift.methods.map((method) => (
          <div key={method.name}>
            <RollLine label={method.name} cents={netOf(method)} />
            <p>{salesText(method)}</p>
          </div>
        ))}
        {shift.operators.length > 1 &&
          shift.operators.map((one) => <RollLine key={one.name} label={one.name} cents={netOf(one)} />)}
        <RollHead>Dinheiro</RollHead>
        {cashLines(shift).map(([label, cents]) => (
          <RollLine key={label} label={label} cents={cents} />
        ))}
        {shift.cashMoves.map((move) => (
          <p key={`${move.at} ${move.kind} ${move.amount}`}>
            {full(move.at)}: {move.kind === 'supply' ? 'suprimento' : 'sangria'}
            {move.note !== null && ` (${move.note})`}
          </p>
        ))}
        <RollLine strong label="Esperado" cents={shift.expectedCash} />
        {shift.countedCash !== null && <RollLine label="Contado" cents={shift.countedCash} />}
        {shift.difference !== null && <RollHead>{differenceText(shift.difference)}</RollHead>}
        {shift.note !== null && <p>{shift.note}</p>}
        <p>Assinatura: ______________________</p>
      </RollPage>
    </Roll>
  );
}
