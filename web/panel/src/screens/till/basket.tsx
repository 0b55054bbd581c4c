import { money } from '../../ui/text/format.ts';
import styles from './till.module.css';
import { type BasketItem, withCount } from './till-sale.ts';

/** The basket of the sale. */
export function Basket(props: {
  readonly items: readonly BasketItem[];
  readonly onChange: (items: readonly BasketItem[]) => void;
}) {
  const { items, onChange } = props;
  if (items.length === 0) return <p className="soft">Toque em um produto para começar.</p>;
  const change = (item: BasketItem, count: number) => onChange(withCount(items, item, count));
  return (
    <ul className={styles.basket} aria-label="Produtos da venda">
      {items.map((item) => (
        <li key={`${item.product.id} ${item.price}`}>
          <span className={styles.itemName}>
            <b>{item.product.name}</b>
            <span className="soft">{money(item.price)}</span>
          </span>
          <button
            type="button"
            aria-label={`Tirar um de ${item.product.name}`}
            onClick={() => change(item, item.count - 1)}
          >
            −
          </button>
          <span>{item.count}</span>
          <button
            type="button"
            aria-label={`Mais um de ${item.product.name}`}
            onClick={() => change(item, item.count + 1)}
          >
            +
          </button>
          <b>{money(item.count * item.price)}</b>
        </li>
      ))}
    </ul>
  );
}
