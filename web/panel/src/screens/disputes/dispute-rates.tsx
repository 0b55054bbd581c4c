import { useQuery } from '@tanstack/react-query';
import type { DisputeRateRow } from '../../../../../src/panel/disputes/schema.ts';
import { call } from '../../api/call.ts';
import { Badge, type Tone } from '../../ui/feedback/status.tsx';
import { PlainTable } from '../../ui/lists/plain-table.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { count } from '../../ui/text/format.ts';
import type { IconName } from '../../ui/text/icon.tsx';

const LOOKS: Readonly<
  Record<DisputeRateRow['level'], { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  low: { label: 'Normal', tone: 'good', icon: 'check' },
  watched: { label: 'Atenção', tone: 'wait', icon: 'clock' },
  high: { label: 'Alto', tone: 'wrong', icon: 'warning' },
  excessive: { label: 'Acima do limite', tone: 'wrong', icon: 'warning' },
};

const PERCENT = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** How much of what was sold is contested, by month and shop. Nothing where nothing was. */
export function DisputeRates() {
  const { data } = useQuery({
    queryKey: ['disputes', 'rates'],
    queryFn: ({ signal }) => call('GET /disputes/rates', { signal }),
  });
  if (!data || data.items.length === 0) return null;
  const hasMany = new Set(data.items.map(({ personId }) => personId)).size > 1;
  return (
    <Sheet>
      <Section title="Índice de contestação">
        <PlainTable
          headings={['Mês', ...(hasMany ? ['Loja'] : []), 'Disputas e alertas', 'Índice', 'Situação']}
        >
          {data.items.map(({ personId, personName, month, disputes, alerts, sales, hundredths, level }) => (
            <tr key={`${personId} ${month}`}>
              <td>{month.split('-').toReversed().join('/')}</td>
              {hasMany && <td>{personName}</td>}
              <td>{`${count(disputes + alerts)} em ${count(sales)}`}</td>
              <td>{PERCENT.format(hundredths / 100)} %</td>
              <td>
                <Badge {...LOOKS[level]} />
              </td>
            </tr>
          ))}
        </PlainTable>
        <p className="soft">
          Contestações e alertas de fraude sobre as vendas no cartão do mês. As bandeiras observam a partir de
          0,65 %, e multam a adquirente acima de 1,5 %.
        </p>
      </Section>
    </Sheet>
  );
}
