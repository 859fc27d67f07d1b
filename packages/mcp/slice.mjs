import { enableCompileCache } from 'node:module'
enableCompileCache()
const t0=performance.now()
const { Server } = await import('@modelcontextprotocol/server')
const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
if(process.env.T) console.error('import', performance.now()-t0, performance.now())
serveStdio(()=>{ const s=new Server({name:'x',version:'1'},{capabilities:{tools:{}}}); s.setRequestHandler('tools/list',()=>({tools:[]})); s.setRequestHandler('tools/call',(r)=>({content:[{type:'text',text:'hi'}]})); return s})
