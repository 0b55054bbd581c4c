/**
 * A route's serializer that keeps the members as the record was written, in the order of the specification: Fastify's own
 * puts required ones first, and takes twice as long.
 */
export const inWrittenOrder = () => JSON.stringify;
