@_exported import CollectionModel
