export const urnOf = (id: string) => `do:loadbalancer:${id}`
