import { Link } from '@tanstack/react-router';
import { Fact } from '../../ui/screens/facts.tsx';

/** The shop of a case, with the way to its page. */
export function ShopFact({ person }: { readonly person: { readonly id: number; readonly name: string } }) {
  return (
    <Fact
      label="Loja"
      value={
        <Link to="/pessoas/$id" params={{ id: String(person.id) }}>
          {person.name} ({person.id})
        </Link>
      }
    />
  );
}
