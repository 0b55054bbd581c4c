import type { ReadingRow } from '../../../../../src/panel/reconciliation/schema.ts';
import { useActing } from '../../api/acting.ts';
import { useMe } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { readingName, readingText } from './reconciliation-words.ts';

/** Until where the statements of each account were read, and why one is not. */
export function Readings({ readings }: { readonly readings: readonly ReadingRow[] }) {
  const acting = useActing();
  const ofAllShops = useMe().person.kind === 'operator' && acting === undefined;
  if (readings.length === 0) {
    return (
      <Section title="Extratos">
        <p className="soft">
          Nenhum extrato é lido ainda. Quem opera o serviço escolhe isso em Adquirentes, nos ajustes da conta.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Extratos">
      <ul>
        {readings.map((reading) => (
          <li key={reading.accountId}>
            {readingName(reading, readings, ofAllShops)}: {readingText(reading)}
            {reading.state === 'late' && (
              <Notice tone="wait">
                A leitura está atrasada: pagamentos dos últimos dias ainda não aparecem aqui.
              </Notice>
            )}
            {reading.problem !== null && (
              <Notice tone="wait">
                A última leitura parou, e o serviço tenta de novo sozinho. O que houve: {reading.problem}.
              </Notice>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
