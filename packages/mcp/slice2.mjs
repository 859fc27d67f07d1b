import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
if(process.env.T) console.error('ready', performance.now())
serveStdio(()=>{ const s=new Server({name:'x',version:'1'},{capabilities:{tools:{}},jsonSchemaValidator:{getValidator(){throw new Error()}}}); s.setRequestHandler('tools/list',()=>({tools:[]})); s.setRequestHandler('tools/call',(r)=>({content:[{type:'text',text:'hi'}]})); return s})
