// The front door: who imports Alcedo has the words of every room, and need not know which room they come from.
@_exported public import AlcedoBase
@_exported public import AlcedoCache
@_exported public import AlcedoIndex
@_exported public import AlcedoLoading
@_exported public import AlcedoManifest
@_exported public import AlcedoRecipes
@_exported public import AlcedoWorkers
