import { Link } from '@tanstack/react-router';
import { useAttention } from '../../frame/use-attention.ts';
import { age } from '../../ui/text/age.ts';
import { some } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './home.module.css';

/** What only the platform's team can go on with, first of all. */
export function PlatformAttention() {
  const { data } = useAttention();
  if (!data) return null;
  const { sales, tillSales, waiting = 0, oldest } = data;
  if (sales + tillSales + waiting === 0) return null;
  return (
    <section className={styles.needs} aria-labelledby="atencao">
      <h2 id="atencao">Precisa de atenção</h2>
      <ul>
        {oldest.map(({ id, title, since, lastAnswer, person }) => (
          <li key={id}>
            <Link to="/precisa-de-atencao">
              <Icon name="warning" size={17} />
              <span>
                <b>{title}</b> · {person.name} · {age(since)}
                {lastAnswer !== null && <span className="soft"> · última resposta: {lastAnswer}</span>}
              </span>
              <Icon name="forward" size={15} />
            </Link>
          </li>
        ))}
        {sales > oldest.length && (
          <Entry
            to="/precisa-de-atencao"
            text={`${some(sales, 'venda precisa', 'vendas precisam')} de uma pessoa`}
          />
        )}
        {tillSales > 0 && (
          <Entry
            to="/precisa-de-atencao"
            text={some(
              tillSales,
              'venda do caixa parou na maquininha',
              'vendas do caixa pararam na maquininha',
            )}
          />
        )}
        {waiting > 0 && (
          <Entry to="/ativacoes" text={some(waiting, 'loja espera ativação', 'lojas esperam ativação')} />
        )}
      </ul>
    </section>
  );
}

function Entry({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <li>
      <Link to={to}>
        <Icon name="warning" size={17} />
        {text}
        <Icon name="forward" size={15} />
      </Link>
    </li>
  );
}
